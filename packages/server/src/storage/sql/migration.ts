import type { ColumnTypes } from "./dialects/column-types.ts";

/** One step of the schema. Append-only: a released migration never changes. */
export interface Migration {
  /** 1, 2, 3 … without gaps. */
  readonly version: number;
  readonly name: string;
  /** The statements in order; they run in one transaction. */
  statements(types: ColumnTypes): readonly string[];
}
