// A throw-away server for the browser tests and the pictures: in memory, on a free port, filled with the demonstration household.
// Prints one line of JSON with its address. `--empty` leaves out the household, `--at=ISO` sets the week it is around, `--clock` its clock too,
// `--clock=ISO` its clock to another time. `--office=N` has an office of N people who share with each other instead, and one more
// who does not yet. Each line of its input moves its clock ahead by so many ms.
import { mkdtempSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { loadConfig } from "../config/load.ts";
import { DEFAULT_LIMITS } from "../app/limits.ts";
import { setupToken } from "../app/accounts/set-up.ts";
import { seedDemo } from "../demo/seed.ts";
import { seedOffice } from "./office.ts";
import { serve, stopOnSignal } from "../serve.ts";

export const BROWSER_PASSWORD = "hjortron-och-gran";

const option = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);

/** An office is for measuring: its server reads from a file, as real ones do, because one in memory remembers no answers. */
const fileOfOffice = (): string => join(mkdtempSync(join(tmpdir(), "snart-office-")), "snart.sqlite");

async function main(): Promise<void> {
  const env = {
    ...process.env,
    SNART_PORT: option("port") ?? "0",
    SNART_HOST: "127.0.0.1",
    SNART_LOG_LEVEL: "error",
  };
  const loaded = loadConfig({ env, folder: process.cwd() }, { ...DEFAULT_LIMITS, signInAttempts: 10 });
  if (!loaded.ok) throw new Error(loaded.problems.join("\n"));
  const at = Date.parse(option("at") ?? "2026-11-23T10:20:00+01:00");
  const clock = option("clock") ?? (process.argv.includes("--clock") ? at : undefined);
  let ahead = clock === undefined ? 0 : new Date(clock).getTime() - Date.now();
  const people = Number(option("office") ?? 0);
  const overrides = {
    storageTarget: { kind: "sqlite", path: people > 0 ? fileOfOffice() : ":memory:" } as const,
    jobsEveryMs: 50,
    now: () => Date.now() + ahead,
  };
  const served = await serve(loaded.config, overrides);
  stopOnSignal(served);
  const office = { people, newcomers: 1, eventsEach: 40, now: at, password: BROWSER_PASSWORD };
  if (people > 0) await seedOffice(served.app, office);
  else if (!process.argv.includes("--empty")) await seedDemo(served.app, at, BROWSER_PASSWORD);
  createInterface(process.stdin).on("line", (ms) => (ahead += Number(ms)));
  const token = (await setupToken(served.app)) ?? null;
  process.stdout.write(
    `${JSON.stringify({ url: served.url, setupToken: token, password: BROWSER_PASSWORD, ahead })}\n`,
  );
  // It is killed in the end, and would keep nothing of what was compiled.
  flushCompileCache();
}

await main();
