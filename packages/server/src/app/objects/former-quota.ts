import type { Storage } from "../../storage/port.ts";

/**
 * The storage in which no account keeps more than `quota` bytes of former texts: every write that passes it drops the oldest in the same
 * transaction. Nothing is refused for it, because deleting and making smaller are always possible.
 */
export const withinFormerQuota = (storage: Storage, quota: number): Storage => ({
  read: (work) => storage.read(work),
  readOften: (question, work) => storage.readOften(question, work),
  write: (work, reserve) =>
    storage.write(async (tx) => {
      const done = await work(tx);
      await tx.changes.dropFormer(quota);
      return done;
    }, reserve),
  onAccountChange: (listener) => storage.onAccountChange(listener),
  health: () => storage.health(),
  examine: () => storage.examine(),
  close: () => storage.close(),
});
