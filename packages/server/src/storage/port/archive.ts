/** One stored value, the same from every database. */
export type ArchivedValue = string | number | Uint8Array | null;
/** A row's values, in the order of its table's columns. */
export type ArchivedRow = readonly ArchivedValue[];

/** A table of a backup. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly kind: "text" | "integer" | "bytes" }[];
  /** The columns of its key, which its rows are in order of. */
  readonly key: readonly string[];
}

/** A database as it is at one moment, whatever is written meanwhile. */
export interface Snapshot {
  readonly dialect: "sqlite" | "postgres";
  readonly schemaVersion: number;
  /** Every table, each after those that its rows refer to. */
  readonly tables: readonly TableShape[];
  count(table: TableShape): Promise<number>;
  /** The rows in order of the key, so many at once that they are about a mebibyte. */
  pages(table: TableShape): AsyncGenerator<readonly ArchivedRow[]>;
}

/** An empty database that is being filled; nobody else sees anything of it yet. */
export interface Filling extends Snapshot {
  /** @throws if the database doesn't take them */
  insert(table: TableShape, rows: readonly ArchivedRow[]): Promise<void>;
}
