import type { App } from "./app/app.ts";
import { backupSchedule } from "./app/backups/backup-settings.ts";
import { LineKeeper } from "./backup/log/keep-line.ts";
import { startLoop, type Loop } from "./jobs/loop.ts";
import { targetOf, type ServerConfig } from "./open-app.ts";

const LOOK_MS = 5_000;
const REMOVE_MS = 3_600_000;

/** Keeps the moments of a SQLite database, if that is wanted; the last piece is copied when the server stops. */
export function startLineLoop(
  config: ServerConfig,
  app: App,
  onError: (error: unknown) => void,
): Loop | undefined {
  const { pointInTime, backups, backupTo: recipients, data } = config;
  const target = targetOf(config);
  if (pointInTime === 0 || target.kind !== "sqlite") return undefined;
  const everyMs = pointInTime * 1_000;
  const { now } = app;
  const keeper = new LineKeeper({
    database: target.path,
    backups: backups ?? data,
    recipients,
    everyMs,
    now,
    betweenWrites: (work) => app.storage.betweenWrites(work),
  });
  let removedAt = -Infinity;
  const loop = startLoop(
    async () => {
      try {
        await keeper.copyIfDue();
        if (now() - removedAt < REMOVE_MS) return;
        removedAt = now();
        await keeper.removeOld((await app.storage.read(backupSchedule)).daily);
      } catch (error) {
        onError(error);
      }
    },
    Math.min(LOOK_MS, everyMs),
  );
  return {
    wake: () => loop.wake(),
    stop: async (graceMs) => {
      await loop.stop(graceMs);
      await keeper.stop().catch(onError);
    },
  };
}
