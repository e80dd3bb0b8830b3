import type { App } from "../app/app.ts";
import { runNightly } from "../app/backups/run-backup.ts";
import { startLoop, type Loop } from "./loop.ts";

/** Often enough for a time of the day. */
const EVERY_MS = 30_000;

/** Makes the nightly backup when it is due. A server that stops ends one that is being made. */
export const startBackupLoop = (app: App, onError: (error: unknown) => void): Loop => {
  const loop = startLoop(async () => {
    await runNightly(app).catch(onError);
  }, EVERY_MS);
  return {
    ...loop,
    stop: (graceMs) => {
      app.backups?.stop();
      return loop.stop(graceMs);
    },
  };
};
