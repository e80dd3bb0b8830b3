import type { MadeBackup } from "./backup-file.ts";
import type { Restored } from "./restore-archive.ts";

/** What a person wants to know of a backup; tables by what people call them. */
const COUNTED = [
  ["principal", "people, groups and things"],
  ["calendar", "calendars"],
  ["object", "events and tasks"],
  ["attachment", "attachments"],
  ["booking", "bookings"],
] as const;

/** `3 calendars, 1,200 events and tasks`; what there is none of is left out. */
export function countsInWords({ contents }: Pick<Restored, "contents">): string {
  const counts = COUNTED.map(([table, words]) => [contents.tables[table]?.rows ?? 0, words] as const);
  const some = counts.filter(([count]) => count > 0);
  return some.map(([count, words]) => `${count.toLocaleString("en-GB")} ${words}`).join(", ") || "nothing";
}

/** `2.4 MB` */
export function sizeInWords(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return megabytes < 1000 ? `${megabytes.toFixed(1)} MB` : `${(megabytes / 1000).toFixed(1)} GB`;
}

/** For programs: what was made, without where each part is. */
export function backupFacts({
  verified,
  path,
  bytes,
  madeAt,
  kind,
  isTested,
  isEncrypted,
}: MadeBackup): object {
  const tables = verified && Object.entries(verified.contents.tables);
  const rows = tables && Object.fromEntries(tables.map(([name, table]) => [name, table.rows]));
  return { path, bytes, madeAt: new Date(madeAt).toISOString(), kind, isTested, isEncrypted, rows };
}
