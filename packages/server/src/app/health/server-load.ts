import type { App } from "../app.ts";
import { backupState } from "../backups/backup-settings.ts";
import type { StorageLoad } from "../../storage/port.ts";
import type { BookingRefusal } from "../../storage/records/bookings.ts";
import type { JobCount, WaitingMessages } from "../../storage/records/queues.ts";
import { countActive } from "./count-active.ts";

/** What a server has to do, without anything about anybody. */
export interface ServerLoad {
  /** ms UTC */
  readonly at: number;
  readonly storage: StorageLoad;
  readonly outbox: readonly WaitingMessages[];
  readonly jobs: readonly JobCount[];
  readonly feeds: { readonly all: number; readonly failing: number };
  /** Refused bookings of this month (UTC) by reason, all bookables together. */
  readonly refusals: readonly Pick<BookingRefusal, "reason" | "times">[];
  /** Nights in a row without a backup, and when the newest one was made (ms UTC; null: none is there); undefined: this server makes none. */
  readonly backups: { readonly missed: number; readonly newestAt: number | null } | undefined;
  /** Event sources that are open in this process; undefined: it serves none. */
  readonly eventSources: number | undefined;
  /** Devices and browsers that a push service tells of changes. */
  readonly pushSubscriptions: number;
  readonly principals: { readonly people: number; readonly groups: number; readonly bookables: number };
}

/**
 * Reads what the server has to do, for `/metrics`: whoever asks has been checked.
 * @throws StorageFailure if the database does not answer
 */
export async function serverLoad(app: App): Promise<ServerLoad> {
  const at = app.now();
  const month = new Date(at).toISOString().slice(0, 7);
  const storage = await app.storage.load();
  const kept = await app.backups?.list().catch(() => []);
  return app.storage.read(async (tx) => {
    const { person, group, bookable } = await countActive(tx);
    return {
      at,
      storage,
      outbox: await tx.queues.outboxByKind(),
      jobs: await tx.queues.jobsByState(),
      feeds: await tx.feeds.count(),
      refusals: await tx.bookingRefusals.sumOfMonth(month),
      backups: kept && {
        missed: (await backupState(tx))?.missed ?? 0,
        newestAt: kept[0]?.madeAt ?? null,
      },
      eventSources: app.process?.eventSources?.(),
      pushSubscriptions: (await tx.push.live(at)).length,
      principals: { people: person, groups: group, bookables: bookable },
    };
  });
}
