import type { Storage, WriteTransaction } from "../../storage/port.ts";
import type { DroppedTexts } from "../../storage/port/changes.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";

/**
 * The storage in which no account keeps more than `quota` bytes of former texts: every write that passes it drops the oldest in the same
 * transaction, and the audit log says so. Nothing is refused for it, because deleting and making smaller are always possible.
 */
export const withinFormerQuota = (
  storage: Storage,
  quota: number,
  app: Pick<App, "newId" | "now">,
): Storage => ({
  read: (work) => storage.read(work),
  readTogether: (work) => storage.readTogether(work),
  inRequest: (work) => storage.inRequest(work),
  leaveSnapshot: () => storage.leaveSnapshot(),
  readOften: (question, work) => storage.readOften(question, work),
  write: (work, reserve) =>
    storage.write(async (tx) => {
      const done = await work(tx);
      for (const dropped of await tx.changes.dropFormer(quota)) await recordDropped(app, tx, dropped);
      return done;
    }, reserve),
  betweenWrites: (work) => storage.betweenWrites(work),
  onAccountChange: (listener) => storage.onAccountChange(listener),
  health: () => storage.health(),
  load: () => storage.load(),
  examine: () => storage.examine(),
  close: () => storage.close(),
});

/** Who may write in another's calendars takes the room of their former texts: the log says who did. */
async function recordDropped(
  app: Pick<App, "newId" | "now">,
  tx: WriteTransaction,
  { accountId, count, by }: DroppedTexts,
): Promise<void> {
  const account = await tx.principals.byId(accountId);
  const writer = by === null ? undefined : await tx.principals.byId(by);
  await recordAudit(app, tx, {
    actorId: by,
    action: "former-dropped",
    subject: account?.email ?? account?.login ?? accountId,
    detail: { versions: `${count}`, login: writer?.login ?? "" },
  });
}
