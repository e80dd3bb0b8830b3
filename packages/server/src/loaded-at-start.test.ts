import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { spawnServer } from "./testing/server-process.ts";
import { until } from "./testing/until.ts";

/** Prints the packages that a module loads. */
const LIST = `
import { registerHooks } from "node:module";
const names = new Set();
registerHooks({ load(url, context, next) {
  const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
  if (name) names.add(name);
  return next(url, context);
} });
await import(process.argv[1]);
process.stdout.write(JSON.stringify([...names]));
process.exit();`;

it("loads no library at the start that only some installations need", () => {
  const entry = join(import.meta.dirname, "serve.ts");
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", LIST, entry], { encoding: "utf8" });
  const loaded = new Set<unknown>(JSON.parse(run.stdout) as unknown[]);
  // Proves that the list is not empty.
  expect(loaded).toContain("hono");
  for (const name of [
    "nodemailer",
    "imapflow",
    "postal-mime",
    "pg",
    "@sentry/node",
    "web-push",
    "@simplewebauthn/server",
    "openid-client",
    "jose",
    "fflate",
    "@hono/node-server",
  ])
    expect(loaded).not.toContain(name);
});

const TELL = "process.on('exit', () => process.stdout.write(process.moduleLoadList.join('\\n') + '\\n'))";

it("as it is built, it loads nothing of fetch before somebody asks for a page", async () => {
  const folder = mkdtempSync(join(tmpdir(), "snart-start-"));
  const { child, ended, output } = spawnServer(
    { SNART_DATA: folder, SNART_PORT: "0" },
    { node: ["--import", `data:text/javascript,${encodeURIComponent(TELL)}`] },
  );
  try {
    await until(() => output().includes("ready at"));
    child.kill("SIGTERM");
    await ended;
    expect(output()).toContain("NativeModule http\n");
    expect(output()).not.toContain("undici");
  } finally {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
});
