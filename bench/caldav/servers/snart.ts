import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { VERSION } from "../../../packages/server/src/version.ts";
import { serverProgram } from "../../../scripts/build.mjs";
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from "../../../scripts/node-flags.mjs";
import { freePort, PASSWORD, startProgram, USER, type Rival } from "./rival.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");

/** Snart as `npm start` runs it: SQLite on disk, every commit synced. */
export async function startSnart(folder: string): Promise<Rival> {
  const port = await freePort();
  // As scripts/start.mjs does: the compiler that strips types then stays out of memory.
  const cache = join(ROOT, "node_modules", ".cache", "snart-compiled");
  const env = {
    ...SERVER_ENVIRONMENT,
    SNART_DATA: folder,
    SNART_PORT: String(port),
    SNART_LOG_LEVEL: "warn",
    NODE_COMPILE_CACHE: cache,
  };
  const words = ["user", "add", `${USER}@example.com`, "--name", "Bench", "--password-stdin"];
  spawnSync(process.execPath, [serverProgram("cli"), ...words], {
    env: { ...process.env, ...env },
    input: `${PASSWORD}\n`,
  });
  const started = await startProgram(process.execPath, [...SERVER_FLAGS, serverProgram("main")], port, env);
  return {
    ...started,
    name: "Snart",
    version: VERSION,
    url: `http://127.0.0.1:${String(port)}`,
    calendar: `/dav/calendars/${USER}/calendar/`,
    user: USER,
    password: PASSWORD,
  };
}
