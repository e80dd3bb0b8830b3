import type { CompiledQuery } from "kysely";
import type { ReservePart, StorageLoad } from "../../port.ts";
import type { Connection, Dialect } from "./dialect.ts";

/** `isPatient`: work on all data, such as a migration, whose statements may take as long as they need. */
export interface Patience {
  readonly isPatient?: boolean;
}

/** `reserve`: what a write may take of the room that is set aside for a full disk; absent: nothing. */
export interface WriteWay extends Patience {
  readonly reserve?: ReservePart | undefined;
}

/** A transaction that reads, open until it is released. */
export interface HeldSnapshot {
  /** fails if it can't be begun */
  readonly connection: Promise<Connection>;
  readonly release: () => void;
  /** Its connection is free again. */
  readonly over: Promise<void>;
}

/**
 * A running database: transactions, and notice of other processes' commits. Where the database undoes a transaction because of others,
 * `work` runs again from its beginning.
 */
export interface Engine {
  readonly dialect: Dialect;
  /** Opens connections before anybody asks; absent: there are none to open. */
  openConnections?(): Promise<void>;
  /** Runs `work` on one snapshot. */
  read<T>(work: (connection: Connection) => Promise<T>, patience?: Patience): Promise<T>;
  /** Keeps a snapshot for several reads; absent: beginning one costs nothing. */
  hold?(): HeldSnapshot;
  /**
   * Cached answers of reads of the present database, by question; undefined if the database can't tell cheaply
   * whether it has changed.
   */
  answers?(): Map<string, unknown>;
  /** Runs `work` atomically; resolves when the commit is durable. */
  write<T>(work: (connection: Connection) => Promise<T>, way?: WriteWay): Promise<T>;
  /** See `Storage.betweenWrites`; absent: every moment is one. */
  betweenWrites?<T>(work: () => T): Promise<T>;
  /** See `Storage.load`. */
  load(): Promise<StorageLoad>;
  /** Whether only writes that take from the reserve are done, as the disk is full; absent: nobody knows. */
  isFull?(): boolean;
  /** Whether anything asked for could not be read, also where its transaction went on without it; absent: nobody knows. */
  isDamaged?(): boolean;
  /** Makes other processes' `watch` hear of these accounts soon; called after the commit. */
  announce(accountIds: readonly string[]): void;
  /**
   * Calls `onCommit` after other processes' commits (occasionally also after own ones).
   * @param onCommit gets the accounts that may have changed; undefined: any
   * @returns a function that stops it
   */
  watch(onCommit: (accountIds: readonly string[] | undefined) => void): () => void;
  close(): Promise<void>;
}

/** A connection for one transaction. */
export class TransactionConnection implements Connection {
  #target: Connection | undefined;

  constructor(target: Connection) {
    this.#target = target;
  }

  rows<R>(query: CompiledQuery<R>): Promise<R[]> {
    return this.#open().rows(query);
  }

  values<V extends readonly unknown[]>(query: CompiledQuery): Promise<V[]> {
    return this.#open().values(query);
  }

  run(query: CompiledQuery): Promise<number> {
    return this.#open().run(query);
  }

  /** From now on every use is refused. */
  end(): void {
    this.#target = undefined;
  }

  #open(): Connection {
    if (this.#target === undefined)
      throw new Error("a transaction was used after its end: an await is missing");
    return this.#target;
  }
}
