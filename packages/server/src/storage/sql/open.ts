import { AsyncLocalStorage } from "node:async_hooks";
import { mkdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { StorageFailure } from "../port/failure.ts";
import type { Snapshot } from "../port/archive.ts";
import type {
  AccountChange,
  ReadTransaction,
  ReservePart,
  Storage,
  StorageHealth,
  WriteTransaction,
} from "../port.ts";
import { freeBytes, lackOfSpace } from "./lack-of-space.ts";
import { AccountFeed } from "./account-feed.ts";
import { CatchUp } from "./catch-up.ts";
import type { Connection } from "./dialects/dialect.ts";
import type { Engine } from "./dialects/engine.ts";
import { compactSqlite, type Compacted } from "./dialects/compact-sqlite.ts";
import { isTornCopy } from "./dialects/torn-copy.ts";
import { surveySqlite, type Survey } from "./dialects/survey-sqlite.ts";
import { openSqlite } from "./dialects/sqlite-engine.ts";
import { ReadsTogether } from "./reads-together.ts";
import { RequestSnapshots } from "./request-snapshots.ts";
import { readEngine } from "./archive/read-engine.ts";
import { migrations } from "./migrations/all.ts";
import { migrate, schemaVersion } from "./run-migrations.ts";
import { Scope } from "./scope.ts";
import { examineStates } from "./changes/examine-states.ts";
import { finishTransaction, openTransaction } from "./transaction.ts";

/**
 * The database to use. `pollMs`: how often to look for other processes' commits (default for SQLite 1000; PostgreSQL notifies of them, and
 * what it did not is looked for every 5000).
 */
export type StorageTarget =
  | {
      readonly kind: "sqlite";
      readonly path: string;
      readonly pollMs?: number;
      /** Bytes set aside, so that deleting is possible on a full disk (default none). */
      readonly reserveBytes?: number;
      /** Somebody copies its log and begins it anew; SQLite does so itself only when that has become very long. */
      readonly isLogCopied?: boolean;
      /** What a database in memory begins with: the file of a closed one. */
      readonly image?: Uint8Array;
    }
  | { readonly kind: "postgres"; readonly url: string; readonly poolSize?: number; readonly pollMs?: number };

/** Enough for thousands of deletions. */
const RESERVE_BYTES = 16 * 1024 * 1024;

/** From the configuration: PostgreSQL if a URL is given, else a SQLite file in the data folder. */
export function storageTarget(config: {
  databaseUrl: string | undefined;
  dataFolder: string;
  isLogCopied?: boolean;
}): StorageTarget {
  const { databaseUrl, dataFolder, isLogCopied } = config;
  return databaseUrl === undefined || databaseUrl === ""
    ? {
        kind: "sqlite",
        path: join(dataFolder, "snart.sqlite"),
        reserveBytes: RESERVE_BYTES,
        ...(isLogCopied && { isLogCopied }),
      }
    : { kind: "postgres", url: databaseUrl };
}

/**
 * Why a database should not be used before somebody has looked at it; undefined: nothing is known. Call it before
 * opening the storage, which removes the traces.
 */
export function suspicionOf(target: StorageTarget): string | undefined {
  if (target.kind !== "sqlite" || target.path === ":memory:" || !isTornCopy(target.path)) return undefined;
  return `${target.path} was copied while Snart used it, without ${basename(target.path)}-wal: what was written last is missing. Copy all of the data folder, with Snart stopped.`;
}

/** See `compactSqlite`; undefined for PostgreSQL. */
export const compact = (target: StorageTarget): Compacted | "in-use" | undefined =>
  target.kind === "sqlite" ? compactSqlite(target.path) : undefined;

export type { Survey, SurveyedObject, SurveyedVersion } from "./dialects/survey-sqlite.ts";

/** Every object of a database that may be damaged, and every former version, as far as they can be read; undefined for PostgreSQL. */
export const surveyOf = (target: StorageTarget): Survey | undefined =>
  target.kind === "sqlite" ? surveySqlite(target.path) : undefined;

export interface Opening {
  /**
   * Called when the database has data of an earlier schema, before anything is done to it.
   * @param withSnapshot reads all of it as it is
   */
  readonly beforeMigrating?: (
    from: number,
    withSnapshot: (work: (snapshot: Snapshot) => Promise<void>) => Promise<void>,
  ) => Promise<void>;
  /** Opens connections before anybody asks. */
  readonly opensConnections?: boolean;
}

/**
 * Connects, brings the schema up to date, and returns the storage.
 * @throws if the database can't be reached, is no Snart database, or was written by a newer Snart
 */
export async function openStorage(target: StorageTarget, opening: Opening = {}): Promise<Storage> {
  const engine = await connect(target);
  try {
    await migrate(engine, migrations, async (from) =>
      opening.beforeMigrating?.(from, (work) => readEngine(engine, work)),
    );
    if (opening.opensConnections) await engine.openConnections?.();
  } catch (error) {
    await engine.close();
    throw error;
  }
  const isFile = target.kind === "sqlite" && target.path !== ":memory:";
  return new SqlStorage(engine, isFile ? dirname(target.path) : undefined);
}

async function connect(target: StorageTarget): Promise<Engine> {
  if (target.kind === "postgres") {
    // A server with SQLite does not load the driver.
    const { openPostgres } = await import("./dialects/postgres-engine.ts");
    return openPostgres(target.url, target);
  }
  if (target.path !== ":memory:") mkdirSync(dirname(target.path), { recursive: true });
  return openSqlite(target.path, target);
}

class SqlStorage implements Storage {
  readonly #engine: Engine;
  readonly #feed = new AccountFeed();
  readonly #inside = new AsyncLocalStorage<{ isOpen: boolean }>();
  readonly #snapshots: RequestSnapshots;
  readonly #together: ReadsTogether;
  #stopWatching: (() => void) | undefined;

  /** The folder of the database's file; undefined: its disk is not ours to look at. */
  readonly #folder: string | undefined;
  /** Whether the last write met a full disk. */
  #isFull = false;
  /** Whether anything could not be read since the start. */
  #isDamaged = false;

  constructor(engine: Engine, folder: string | undefined) {
    this.#engine = engine;
    this.#snapshots = new RequestSnapshots(engine);
    this.#together = new ReadsTogether(engine);
    this.#folder = folder;
  }

  read: Storage["read"] = async (work) => {
    this.#refuseNesting();
    try {
      return await this.#snapshots.read((connection, known) =>
        this.#run(() => work(openTransaction(new Scope(this.#engine.dialect, connection, known)))),
      );
    } catch (error) {
      this.#notice(error);
      throw error;
    }
  };

  readTogether: Storage["readTogether"] = async (work) => {
    this.#refuseNesting();
    try {
      return await this.#together.read((connection, known) =>
        this.#run(() => work(openTransaction(new Scope(this.#engine.dialect, connection, known)))),
      );
    } catch (error) {
      this.#notice(error);
      throw error;
    }
  };

  inRequest: Storage["inRequest"] = (work) => this.#snapshots.run(work);

  leaveSnapshot: Storage["leaveSnapshot"] = () => this.#snapshots.leave();

  readOften: Storage["readOften"] = async <T>(
    question: readonly string[],
    work: (tx: ReadTransaction) => Promise<T>,
  ): Promise<T> => {
    this.#refuseNesting();
    const answers = this.#engine.answers?.();
    // Not joined by a character that a part could contain: nobody may get another's answer.
    const key = answers ? JSON.stringify(question) : "";
    const known = answers?.get(key);
    if (known !== undefined) return known as T | Promise<T>;
    const asked = this.read(work);
    if (!answers) return asked;
    // Others who ask the same before it is answered, such as for all changes of one commit, wait for the same answer.
    answers.set(key, asked);
    try {
      const value = await asked;
      // If somebody has committed meanwhile, nobody is answered from this map any more.
      if (value === undefined) answers.delete(key);
      else answers.set(key, value);
      return value;
    } catch (error) {
      answers.delete(key);
      throw error;
    }
  };

  write: Storage["write"] = async (work, reserve) => {
    this.#refuseNesting();
    try {
      const value = await this.#write(work, reserve);
      this.#isFull = false;
      return value;
    } catch (error) {
      this.#notice(error);
      throw error;
    }
  };

  /** For `health`, which asks the database for next to nothing. */
  #notice(error: unknown): void {
    if (!(error instanceof StorageFailure)) return;
    this.#isFull ||= error.kind === "full";
    this.#isDamaged ||= error.kind === "damaged";
  }

  async #write<T>(work: (tx: WriteTransaction) => Promise<T>, reserve?: ReservePart): Promise<T> {
    this.#snapshots.leave();
    let changed: AccountChange[] = [];
    const value = await this.#engine.write(
      async (connection) => {
        const scope = this.#scope(connection);
        const result = await this.#run(() => work(openTransaction(scope)));
        changed = await finishTransaction(scope);
        return result;
      },
      { reserve },
    );
    this.#engine.announce(changed.map((change) => change.accountId));
    this.#feed.tell(changed);
    return value;
  }

  betweenWrites: Storage["betweenWrites"] = async (work) => {
    this.#refuseNesting();
    return this.#engine.betweenWrites ? await this.#engine.betweenWrites(work) : work();
  };

  onAccountChange: Storage["onAccountChange"] = (listener) => {
    const remove = this.#feed.add(listener);
    this.#stopWatching ??= this.#watch();
    return () => {
      remove();
      if (this.#feed.isWatched) return;
      this.#stopWatching?.();
      this.#stopWatching = undefined;
    };
  };

  async health(): Promise<StorageHealth> {
    const dialect = this.#engine.dialect.name;
    try {
      const version = await this.#engine.read(schemaVersion);
      const trouble = this.#troubleOf(version);
      const space = { freeBytes: this.#folder === undefined ? null : freeBytes(this.#folder) };
      return {
        dialect,
        schemaVersion: version,
        ok: !trouble,
        detail: "",
        trouble: null,
        ...space,
        ...trouble,
      };
    } catch (error) {
      const isDamaged = error instanceof StorageFailure && error.kind === "damaged";
      const detail = error instanceof Error ? error.message : String(error);
      const trouble = isDamaged ? "damaged" : "unavailable";
      return { dialect, schemaVersion: 0, ok: false, trouble, detail, freeBytes: null };
    }
  }

  #troubleOf(version: number): Pick<StorageHealth, "trouble" | "detail"> | undefined {
    const expected = migrations.at(-1)?.version ?? 0;
    if (version !== expected)
      return { trouble: "other-schema", detail: `schema version ${version} instead of ${expected}` };
    if (this.#isDamaged || this.#engine.isDamaged?.() === true)
      return { trouble: "damaged", detail: "something stored could not be read; snart doctor says what" };
    if (this.#engine.isFull?.() ?? this.#isFull)
      return { trouble: "disk-full", detail: "the disk is full: only deleting is possible" };
    const detail = lackOfSpace(this.#folder);
    return detail === "" ? undefined : { trouble: "disk-nearly-full", detail };
  }

  load: Storage["load"] = () => this.#engine.load();

  async examine(): Promise<readonly string[]> {
    const look = async (connection: Connection): Promise<readonly string[]> => [
      ...(await this.#engine.dialect.examine(connection)),
      ...(await examineStates(this.#scope(connection))),
    ];
    return await this.#engine.read(look, { isPatient: true });
  }

  async close(): Promise<void> {
    this.#stopWatching?.();
    this.#stopWatching = undefined;
    await this.#engine.close();
  }

  #scope(connection: Connection): Scope {
    return new Scope(this.#engine.dialect, connection);
  }

  /** Runs a transaction's work, marking its calls as being inside one. */
  async #run<T>(work: () => Promise<T>): Promise<T> {
    const transaction = { isOpen: true };
    try {
      return await this.#inside.run(transaction, work);
    } finally {
      transaction.isOpen = false;
    }
  }

  /** A transaction inside another of its kind would wait for ever. */
  #refuseNesting(): void {
    if (this.#inside.getStore()?.isOpen)
      throw new Error("a transaction was started inside a transaction: use its tx");
  }

  #watch(): () => void {
    const catchUp = new CatchUp(async (accountIds) => {
      const changes = await this.#engine.read((connection) =>
        this.#feed.catchUp(this.#scope(connection), accountIds),
      );
      this.#feed.tell(changes);
    });
    // Existing data is not new.
    catchUp.after(this.#engine.read((connection) => this.#feed.startFrom(this.#scope(connection))));
    const stop = this.#engine.watch((accountIds) => catchUp.request(accountIds));
    return () => {
      catchUp.stop();
      stop();
    };
  }
}
