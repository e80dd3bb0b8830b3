import { statSync } from "node:fs";
import { sql } from "kysely";
import { StorageFailure } from "../../port/failure.ts";
import { sqlite } from "./sqlite.ts";
import type { Engine } from "./engine.ts";
import { SqliteConnection } from "./sqlite-connection.ts";
import { failureOfSqlite } from "./sqlite-failure.ts";
import { SqliteReaders } from "./sqlite-readers.ts";
import { SqliteRoom, reserveOf } from "./sqlite-room.ts";
import { beginLog, endLog } from "./torn-copy.ts";
import { SqliteWriter } from "./sqlite-writer.ts";

// Small, as frequently read pages are in the operating system's memory too, once for all connections.
const WRITER_CACHE_KB = 8_000;
const READER_CACHE_KB = 4_000;
const POLL_MS = 1_000;
/** Half a gigabyte: by then nobody copies it any more. */
const LONGEST_LOG_PAGES = 131_072;

interface SqliteOptions {
  /** How often to look for commits of other processes while somebody watches. */
  readonly pollMs?: number | undefined;
  /** Bytes set aside beside the file, so that deleting is possible on a full disk; 0: none. */
  readonly reserveBytes?: number | undefined;
  /** Somebody copies the log and begins it anew (`HeldLog`). */
  readonly isLogCopied?: boolean | undefined;
  /** What a database in memory begins with: the file of a closed one. */
  readonly image?: Uint8Array | undefined;
}

/**
 * Opens a SQLite database: one writer and several readers over a write-ahead log. A database in memory has only one
 * connection, on which reads queue up with the writes.
 * @param path a file (created if missing) or ":memory:"
 * @throws if the file can't be opened or is no database
 */
export function openSqlite(path: string, options: SqliteOptions = {}): Engine {
  const { pollMs = POLL_MS, reserveBytes = 0, isLogCopied = false, image } = options;
  const database = openDurable(path, reserveBytes, image);
  // Otherwise the first write after a kill would begin the log anew before whoever copies it has hold of it.
  if (isLogCopied) database.exec(`pragma wal_autocheckpoint = ${LONGEST_LOG_PAGES}`);
  let isDamaged = false;
  const onDamage = (): void => void (isDamaged = true);
  const writer = new SqliteWriter(database, onDamage);
  const room = reserveBytes > 0 ? new SqliteRoom(writer, path, reserveBytes) : undefined;
  const readers = path === ":memory:" ? undefined : new SqliteReaders(path, READER_CACHE_KB, onDamage);
  const read: Engine["read"] = (work) => (readers ?? { read: writer.write.bind(writer) }).read(work);
  return {
    dialect: sqlite,
    read,
    load: async () => {
      const [size] = await read((connection) => connection.rows(fileSize));
      const { size: logBytes = null } = statSync(`${path}-wal`, { throwIfNoEntry: false }) ?? {};
      return { databaseBytes: size?.bytes ?? 0, logBytes, waiting: writer.waiting };
    },
    ...(readers && { answers: () => readers.answers() }),
    write: (work, way) => (room ? room.write(work, way?.reserve) : writer.write(work)),
    betweenWrites: (work) => writer.between(work),
    ...(room && { isFull: () => room.isFull }),
    isDamaged: () => isDamaged,
    announce: () => undefined,
    watch: (onCommit) => watchFile(database, pollMs, onCommit),
    close: async () => {
      await writer.idle();
      // Whoever still reads would keep the file from saying that it is closed, and it would be taken for a copy without its log.
      await readers?.close();
      leaveLog(database);
      database.close();
    },
  };
}

const fileSize = sql<{ bytes: number }>`
  select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()
`.compile(sqlite.query);

/** On a full disk there may not even be room for the log: then all that is set aside is given back. */
function openDurable(path: string, reserveBytes: number, image?: Uint8Array): SqliteConnection {
  try {
    return open(path, image);
  } catch (error) {
    const reserve = reserveOf(path, reserveBytes);
    if (reserve.missing >= reserveBytes) throw failureOfSqlite(error);
    reserve.release("opening");
  }
  try {
    return open(path);
  } catch (error) {
    throw failureOfSqlite(error);
  }
}

function open(path: string, image?: Uint8Array): SqliteConnection {
  const database = new SqliteConnection(path, WRITER_CACHE_KB, image);
  try {
    makeDurable(database, path);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function makeDurable(database: SqliteConnection, path: string): void {
  // Only for a new file: an older one keeps the room that is freed for itself.
  database.exec("pragma auto_vacuum = incremental");
  beginLog(database, path);
  database.exec("pragma synchronous = full");
  database.exec("pragma journal_size_limit = 67108864");
  // Otherwise a savepoint's undo data is written to a file from 64 kB on, which happens every few writes of an event.
  // A long transaction must have no savepoint around it, though: each of its statements would walk all of that
  // (`SqliteWriter`).
  database.exec("pragma temp_store = memory");
}

/** On a full disk, or in a damaged file, the log stays: what it holds is read when the file is opened again. */
function leaveLog(database: SqliteConnection): void {
  try {
    endLog(database);
  } catch (error) {
    if (!(failureOfSqlite(error) instanceof StorageFailure)) throw error;
  }
}

function watchFile(
  database: SqliteConnection,
  pollMs: number,
  onCommit: (accountIds: undefined) => void,
): () => void {
  let seen = database.version();
  const timer = setInterval(() => {
    const now = database.version();
    if (now === seen) return;
    seen = now;
    onCommit(undefined);
  }, pollMs);
  timer.unref();
  return () => clearInterval(timer);
}
