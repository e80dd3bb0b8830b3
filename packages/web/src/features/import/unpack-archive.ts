import { readArchive, type ArchiveEntry } from "./read-archive.ts";

/** The most bytes that are unpacked: a small archive may unpack to an endless one. */
const MOST_BYTES = 200 * 1024 * 1024;
const MOST_FILES = 200;

/** The files that come with calendars, by the MANAGED-ID under which a calendar names each (RFC 8607 §4). */
export type ArchivedFiles = ReadonlyMap<string, ArchiveEntry>;

interface UnpackedArchive {
  readonly calendars: readonly File[];
  /** unpacks the file only when the import needs it */
  readonly attachments: ArchivedFiles;
  /** the paths of files that are neither calendars nor attachments */
  readonly others: readonly string[];
}

/**
 * Returns the importable parts of a ZIP archive, such as Snart's own or Google's: its calendar files and their attachments.
 * @param mostBytes the limit for all calendars together
 * @returns undefined for other files, and for archives that are damaged, too large, or without a calendar
 */
export async function unpackArchive(
  archive: Blob,
  mostBytes = MOST_BYTES,
): Promise<UnpackedArchive | undefined> {
  const entries = await readArchive(archive);
  if (!entries) return undefined;
  const attachments = new Map<string, ArchiveEntry>();
  const calendars: ArchiveEntry[] = [];
  const others: string[] = [];
  for (const entry of entries) {
    // macOS stores these beside each file.
    if (entry.path.startsWith("__MACOSX/")) continue;
    const id = attachmentId(entry.path);
    // If two files have one id the first counts: nothing shows which of them is meant.
    if (id !== undefined && !attachments.has(id)) attachments.set(id, entry);
    if (id !== undefined) continue;
    if (isCalendar(entry.path)) calendars.push(entry);
    else others.push(entry.path);
  }
  const files = await unpacked(calendars, mostBytes);
  return files && { calendars: files, attachments, others };
}

/** Returns the MANAGED-ID in a path. A folder around everything is allowed: packing an archive again adds it. */
const attachmentId = (path: string): string | undefined =>
  // eslint-disable-next-line no-control-regex -- that is what it is about
  /^(?:[^/]+\/)?attachments\/([^/\u0000]{1,255})\/[^/]+$/.exec(path)?.[1];

const isCalendar = (path: string): boolean => /\.(?:ics|ical|icalendar|ifb)$/i.test(path);

async function unpacked(
  entries: readonly ArchiveEntry[],
  mostBytes: number,
): Promise<readonly File[] | undefined> {
  const size = entries.reduce((sum, entry) => sum + entry.size, 0);
  if (entries.length === 0 || entries.length > MOST_FILES || size > mostBytes) return undefined;
  const files: File[] = [];
  for (const entry of entries) {
    const content = await entry.read();
    if (!content) return undefined;
    files.push(new File([content], entry.path.split("/").at(-1) ?? "", { type: "text/calendar" }));
  }
  return files;
}
