/** The words in which the databases' table definitions differ. */
export interface ColumnTypes {
  /** Text that compares by code point, so that ids sort alike everywhere. */
  readonly text: string;
  /** A whole number of 64 bits. */
  readonly integer: string;
  readonly bytes: string;
  /** The full-text search of the database. */
  readonly fullText: "fts5" | "tsvector";
  /** The text after the closing bracket of `create table`. */
  readonly tableEnd: string;
}
