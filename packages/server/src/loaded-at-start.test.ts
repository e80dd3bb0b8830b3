import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

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
  ])
    expect(loaded).not.toContain(name);
});
