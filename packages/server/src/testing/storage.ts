import type { Storage } from "../storage/port.ts";
import { openStorage } from "../storage/sql/open.ts";

let isRepeating = false;

/**
 * From now on the first commit of each transaction fails in the storages that this test file opens, as PostgreSQL's does after a
 * serialisation failure: its work runs, is undone, and runs again from its beginning.
 */
export const repeatWrites = (): void => void (isRepeating = true);

/** A fresh storage in memory, migrated; close it when done. */
export async function openTestStorage(): Promise<Storage> {
  const storage = await openStorage({ kind: "sqlite", path: ":memory:" });
  return isRepeating ? repeating(storage) : storage;
}

const UNDONE = new Error("could not serialize access due to concurrent update");

const repeating = (storage: Storage): Storage => ({
  read: (work) => storage.read(work),
  readOften: (question, work) => storage.readOften(question, work),
  async write(work, reserve) {
    const undone = async (tx: Parameters<typeof work>[0]): Promise<never> => {
      await work(tx);
      throw UNDONE;
    };
    await storage.write(undone).catch((error: unknown) => {
      if (error !== UNDONE) throw error;
    });
    return storage.write(work, reserve);
  },
  onAccountChange: (listener) => storage.onAccountChange(listener),
  health: () => storage.health(),
  examine: () => storage.examine(),
  close: () => storage.close(),
});
