import type { CompiledQuery, Kysely } from "kysely";
import type { ChangeType } from "../records/changes.ts";
import type { AccountUsage } from "../records/people.ts";
import type { Columns } from "./columns.ts";
import type { Database } from "./database.ts";
import type { Connection, Dialect, List } from "./dialects/dialect.ts";
import type { Remembered } from "./dialects/sqlite-connection.ts";
import type { Buildable } from "./statement.ts";

const LOOKS: ReadonlySet<string> = new Set(["SelectQueryNode", "RawNode"]);

/** Answers to frequent questions ({@link Remembered}), by the question. */
export type Answers = Map<string, Promise<unknown[]>>;

/** The argument of a query function: one transaction, and a way to record what it touched. */
export class Scope {
  readonly dialect: Dialect;
  readonly #connection: Connection;
  /** Accounts locked by this transaction, with their modseqs. */
  readonly locked = new Map<string, number>();
  /** The types written with those modseqs. */
  readonly touched = new Map<string, Set<ChangeType>>();
  /** Calendars whose content changed, with the modseq of the change. */
  readonly touchedCalendars = new Map<string, number>();

  /** What the objects of locked accounts take, with what this transaction has written. */
  readonly usage = new Map<string, AccountUsage>();

  /** Until this transaction changes anything. */
  readonly #known: Answers;

  /** @param known what was asked before in the same snapshot */
  constructor(dialect: Dialect, connection: Connection, known: Answers = new Map()) {
    this.dialect = dialect;
    this.#connection = connection;
    this.#known = known;
  }

  get query(): Kysely<Database> {
    return this.dialect.query;
  }

  list(values: readonly (string | number)[]): List {
    return this.dialect.list(values);
  }

  async rows<R>(query: Buildable<R> | CompiledQuery<R>): Promise<R[]> {
    const asked: CompiledQuery<R> & Remembered = this.#compiled(query);
    if (!asked.isRememberedInSnapshot) {
      // A write can have rows to return.
      if (!LOOKS.has(asked.query.kind)) this.forget();
      return this.#connection.rows(asked);
    }
    const key = [asked.sql, ...asked.parameters].join("\0");
    const known = this.#known.get(key);
    if (known) return known as Promise<R[]>;
    const rows = this.#connection.rows<R>(asked);
    this.#known.set(key, rows);
    return rows;
  }

  /** From here on everything is asked anew: what this transaction has waited for may have changed it. */
  forget(): void {
    this.#known.clear();
  }

  async row<R>(query: Buildable<R> | CompiledQuery<R>): Promise<R | undefined> {
    const [first] = await this.rows(query);
    return first;
  }

  /** The rows as records. */
  async records<R, Row, Selected extends Row>(
    columns: Columns<R, Row>,
    query: Buildable<Selected> | CompiledQuery<Selected>,
  ): Promise<R[]> {
    return (await this.rows(query)).map(columns.read);
  }

  /** The same for many rows: from the values of a query that selects the columns by their names, in that order. */
  async recordsByValues<R>(
    { readValues }: Pick<Columns<R, unknown>, "readValues">,
    query: Buildable<unknown> | CompiledQuery<unknown>,
  ): Promise<R[]> {
    return (await this.values(query)).map((values) => readValues(values));
  }

  async record<R, Row, Selected extends Row>(
    columns: Columns<R, Row>,
    query: Buildable<Selected> | CompiledQuery<Selected>,
  ): Promise<R | undefined> {
    const [first] = await this.rows(query);
    return first && columns.read(first);
  }

  /** The rows as their values, in the order of the selected columns. */
  values<V extends readonly unknown[]>(query: Buildable<unknown> | CompiledQuery<unknown>): Promise<V[]> {
    return this.#connection.values(this.#compiled(query));
  }

  run(query: Buildable<unknown> | CompiledQuery<unknown>): Promise<number> {
    this.forget();
    return this.#connection.run(this.#compiled(query));
  }

  /**
   * Records a write to an account.
   * @throws if the transaction did not take that modseq by `lockAccount`: the write could be lost or seen too late
   */
  touch(accountId: string, type: ChangeType, modseq: number, calendarId?: string): void {
    if (this.locked.get(accountId) !== modseq) {
      throw new Error(
        `account ${accountId} is written with modseq ${modseq}, which lockAccount did not give`,
      );
    }
    const types = this.touched.get(accountId) ?? new Set();
    this.touched.set(accountId, types.add(type));
    if (calendarId !== undefined) this.touchedCalendars.set(calendarId, modseq);
  }

  /** Records that an account's objects and former texts have become more, or fewer. */
  grow(accountId: string, objects: number, bytes: number, former = 0): void {
    const before = this.usage.get(accountId);
    if (before === undefined) throw new Error(`account ${accountId} is written without being locked`);
    this.usage.set(accountId, {
      objects: before.objects + objects,
      bytes: before.bytes + bytes,
      formerBytes: before.formerBytes + former,
    });
  }

  #compiled<R>(query: Buildable<R> | CompiledQuery<R>): CompiledQuery<R> {
    return "compile" in query ? query.compile(this.dialect.query) : query;
  }
}
