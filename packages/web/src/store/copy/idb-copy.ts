import { base } from "../../api/place.ts";
import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { CopyContents, CopyWrite, LocalCopy } from "./local-copy.ts";
import type { ChangesWrite, PendingChange } from "../queue/queue-entry.ts";
import { readContents, readEntries } from "./read-copy.ts";

/** Increased when the stored data changes its meaning: the copy is then fetched again; the waiting changes stay. */
const VERSION = 2;
const PREFIX = `snart${base}:`;
const FRAME = "frame";

interface Schema extends DBSchema {
  readonly frame: { key: string; value: unknown };
  readonly events: { key: string; value: unknown };
  readonly queue: { key: string; value: unknown };
  readonly undo: { key: string; value: unknown };
}
type Database = IDBPDatabase<Schema>;

const nameOf = (accountId: string): string => PREFIX + accountId;

/**
 * Opens the copy of one person; undefined where the browser stores nothing (private windows, no room, switched off).
 */
export async function openCopy(accountId: string): Promise<LocalCopy | undefined> {
  if (typeof indexedDB === "undefined") return undefined;
  const name = nameOf(accountId);
  try {
    return new IdbCopy(await open(name));
  } catch {
    // The copy is of a later version, or broken: its data can't be used.
    try {
      await deleteDB(name);
      return new IdbCopy(await open(name));
    } catch {
      return undefined;
    }
  }
}

function open(name: string): Promise<Database> {
  return openDB<Schema>(name, VERSION, {
    upgrade(database) {
      for (const store of ["frame", "events"] as const) {
        if (database.objectStoreNames.contains(store)) database.deleteObjectStore(store);
        database.createObjectStore(store);
      }
      for (const store of ["queue", "undo"] as const)
        if (!database.objectStoreNames.contains(store)) database.createObjectStore(store, { keyPath: "id" });
    },
    // Another tab wipes or renews it: do not stand in its way.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
  });
}

class IdbCopy implements LocalCopy {
  readonly #database: Database;
  #isClosed = false;

  constructor(database: Database) {
    this.#database = database;
  }

  async read(): Promise<CopyContents> {
    const none: CopyContents = { frame: null, events: new Map(), queue: [], undo: [] };
    return (
      (await this.#try(async (database) => {
        const work = database.transaction(["frame", "events", "queue", "undo"]);
        const [frame, keys, values, queue, undo] = await Promise.all([
          work.objectStore("frame").get(FRAME),
          work.objectStore("events").getAllKeys(),
          work.objectStore("events").getAll(),
          work.objectStore("queue").getAll(),
          work.objectStore("undo").getAll(),
        ]);
        return readContents({ frame, keys, values, queue, undo });
      })) ?? none
    );
  }

  readQueue(): Promise<readonly PendingChange[] | undefined> {
    return this.#try(async (database) => readEntries(await database.getAll("queue")));
  }

  async write({ frame, events, replace }: CopyWrite): Promise<boolean> {
    const written = await this.#try(async (database) => {
      const work = database.transaction(["frame", "events"], "readwrite");
      const store = work.objectStore("events");
      await atOnce(work, function* () {
        if (replace) yield store.clear();
        for (const [key, event] of events) yield event ? store.put(event, key) : store.delete(key);
        yield work.objectStore("frame").put(frame, FRAME);
      });
      return true;
    });
    return written === true;
  }

  async writeChanges(write: ChangesWrite): Promise<void> {
    await this.#try(async (database) => {
      const work = database.transaction(["queue", "undo"], "readwrite");
      await atOnce(work, function* () {
        for (const name of ["queue", "undo"] as const) {
          const store = work.objectStore(name);
          for (const id of write[name].gone) yield store.delete(id);
          for (const entry of write[name].changed) yield store.put(entry);
        }
      });
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#database.close();
  }

  /**
   * There is no room, or a tab that signed out has closed the database: the page continues with the data in memory.
   */
  async #try<T>(work: (database: Database) => Promise<T>): Promise<T | undefined> {
    if (this.#isClosed) return undefined;
    try {
      return await work(this.#database);
    } catch {
      return undefined;
    }
  }
}

/**
 * Runs all steps of a transaction or none: a step that fails before it begins would otherwise leave the others to be
 * stored.
 */
async function atOnce(
  work: { readonly done: Promise<void>; abort(): void },
  steps: () => Iterable<Promise<unknown>>,
): Promise<void> {
  const begun: Promise<unknown>[] = [work.done];
  try {
    for (const step of steps()) begun.push(step);
  } catch (error) {
    work.abort();
    await Promise.allSettled(begun);
    throw error;
  }
  await Promise.all(begun);
}

/**
 * Removes all copies on this machine except that of `except` (an account's id). With `keepUnsent`, changes that wait
 * for their owner to sign in again stay; nobody else ever sees them.
 */
export async function wipeCopies(except: string | null, keepUnsent: boolean): Promise<void> {
  if (typeof indexedDB === "undefined") return;
  try {
    const found = await indexedDB.databases();
    const names = found.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name] : []));
    const others = names.filter((name) => except === null || name !== nameOf(except));
    await Promise.all(others.map((name) => wipe(name, keepUnsent)));
  } catch {
    // Where databases can't even be listed, none is stored.
  }
}

async function wipe(name: string, keepUnsent: boolean): Promise<void> {
  const hasUnsent = keepUnsent && (await emptied(name));
  if (!hasUnsent) await deleteDB(name);
}

/** Empties all but the queue; true if something waits in it. */
async function emptied(name: string): Promise<boolean> {
  const database = await open(name);
  try {
    const work = database.transaction(["frame", "events", "queue", "undo"], "readwrite");
    const [count] = await Promise.all([
      work.objectStore("queue").count(),
      work.objectStore("frame").clear(),
      work.objectStore("events").clear(),
      work.objectStore("undo").clear(),
      work.done,
    ]);
    return count > 0;
  } finally {
    database.close();
  }
}
