/** The words in which the databases' table definitions differ. */
export interface ColumnTypes {
  /** Text that compares by code point, so that ids sort alike everywhere. */
  readonly text: string;
  /** A whole number of 64 bits. */
  readonly integer: string;
  readonly bytes: string;
  /** What it searches texts with. */
  readonly fullText: "fts5" | "tsvector";
  /** What follows the closing bracket of `create table`. */
  readonly tableEnd: string;
}

/** One step of the schema. Append-only: a released migration never changes. */
export interface Migration {
  /** 1, 2, 3 … without gaps. */
  readonly version: number;
  readonly name: string;
  /** The statements in order; they run in one transaction. */
  statements(types: ColumnTypes): readonly string[];
}
