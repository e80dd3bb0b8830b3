import { migratedMemory } from "../storage/contract/migrated-image.ts";
import type { Storage } from "../storage/port.ts";
import { openStorage } from "../storage/sql/open.ts";

/** A fresh storage in memory, migrated; close it when done. */
export async function openTestStorage(): Promise<Storage> {
  return openStorage(await migratedMemory());
}

const UNDONE = new Error("could not serialize access due to concurrent update");

/**
 * The same, where the first commit of each transaction fails as PostgreSQL's does after a serialisation failure: its work runs, is undone,
 * and runs again from its beginning.
 */
export async function openRepeatingStorage(): Promise<Storage> {
  const storage = await openTestStorage();
  return {
    read: (work) => storage.read(work),
    readTogether: (work) => storage.readTogether(work),
    inRequest: (work) => storage.inRequest(work),
    leaveSnapshot: () => storage.leaveSnapshot(),
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
    betweenWrites: (work) => storage.betweenWrites(work),
    onAccountChange: (listener) => storage.onAccountChange(listener),
    health: () => storage.health(),
    load: () => storage.load(),
    examine: () => storage.examine(),
    close: () => storage.close(),
  };
}
