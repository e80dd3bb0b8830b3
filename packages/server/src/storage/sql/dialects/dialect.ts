import type { CompiledQuery, Kysely, RawBuilder, SelectQueryBuilder } from "kysely";
import type { Database } from "../database.ts";
import type { ColumnTypes } from "./column-types.ts";

/** The differences between the two databases for query code. */
export interface Dialect {
  readonly name: "sqlite" | "postgres";
  /** Builds and compiles; executes nothing. */
  readonly query: Kysely<Database>;
  readonly columnTypes: ColumnTypes;
  /** `column` equals one of a list, passed as one parameter made by `textList` or `integerList`. */
  isIn(column: string, list: List): RawBuilder<boolean>;
  isInIntegers(column: string, list: List): RawBuilder<boolean>;
  list(values: readonly (string | number)[]): List;
  /** Locks the rows that a select finds until the transaction ends. */
  forUpdate<T extends keyof Database, O>(
    select: SelectQueryBuilder<Database, T, O>,
  ): SelectQueryBuilder<Database, T, O>;
  /** The same, skipping rows that another transaction has locked. */
  skipLocked<T extends keyof Database, O>(
    select: SelectQueryBuilder<Database, T, O>,
  ): SelectQueryBuilder<Database, T, O>;
  /** Problems of the database itself, as far as it can detect them; reads all of it. */
  examine(connection: Connection): Promise<readonly string[]>;
}

declare const list: unique symbol;
/** A list in the form of a driver's single parameter. */
export type List = { readonly [list]: true };

/** One transaction's access to the database; refuses everything once the transaction is over. */
export interface Connection {
  /** The rows of a select, or of a statement with `returning`. */
  rows<R>(query: CompiledQuery<R>): Promise<R[]>;
  /** The same, each row as its values in the order of the columns: half the cost for many rows. */
  values<V extends readonly unknown[]>(query: CompiledQuery<unknown>): Promise<V[]>;
  /** @returns how many rows were inserted, updated or deleted */
  run(query: CompiledQuery<unknown>): Promise<number>;
}
