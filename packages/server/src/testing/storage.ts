import type { Storage } from "../storage/port.ts";
import { openStorage } from "../storage/sql/open.ts";

/** A fresh storage in memory, migrated; close it when done. */
export function openTestStorage(): Promise<Storage> {
  return openStorage({ kind: "sqlite", path: ":memory:" });
}
