import { jmap } from "../../api/jmap-client.ts";
import { calendarOfCsv, textOfCsv } from "./csv-calendar.ts";
import {
  HEAD_BYTES,
  judgeFile,
  passedOverFiles,
  type Candidate,
  type Importable,
  type PassedOver,
} from "./import-files.ts";
import { unpackArchive } from "./unpack-archive.ts";

/** Files that were chosen or dropped, after a look at each. */
export interface Looked {
  readonly candidates: readonly Candidate[];
  readonly passedOver: readonly PassedOver[];
  /** the most bytes of one file */
  readonly limit: number;
  /** the most files that may come with one calendar */
  readonly mostFiles: number;
}

/** Looks at the beginning of each file, with those of an archive in its place. */
export async function lookAtFiles(files: readonly File[]): Promise<Looked> {
  const session = await jmap.session();
  // If the limit is unknown, the server checks it.
  const limit = session.ok ? session.value.maxSizeUpload : Number.POSITIVE_INFINITY;
  const mostFiles = session.ok ? session.value.maxAttachmentsPerImport : 0;
  const unpacked = await Promise.all(files.map((file) => unpackedFiles(file, limit)));
  const passedOver = unpacked.flatMap((it) => it.passedOver);
  const importable = unpacked.flatMap((it) => it.importable);
  const candidates = await Promise.all(importable.map((it) => readCandidate(it, limit)));
  return { candidates, passedOver, limit, mostFiles };
}

interface Unpacked {
  readonly importable: readonly Importable[];
  readonly passedOver: readonly PassedOver[];
}

/** Replaces an archive with its contents and a table of events with a calendar; returns the file itself if neither is usable. */
async function unpackedFiles(file: File, limit: number): Promise<Unpacked> {
  if (/\.csv$/i.test(file.name))
    return { importable: [{ file: await fromCsv(file, limit) }], passedOver: [] };
  const isArchive = /\.zip$/i.test(file.name) || file.type === "application/zip";
  const unpacked = isArchive ? await unpackArchive(file) : undefined;
  if (!unpacked) return { importable: [{ file }], passedOver: [] };
  return {
    importable: unpacked.calendars.map((calendar) => ({ file: calendar, archived: unpacked.attachments })),
    passedOver: passedOverFiles(unpacked.others),
  };
}

/** The calendar that a table of events is, with its times on the clock of this device; the file itself if it is none. */
async function fromCsv(file: File, limit: number): Promise<File> {
  if (file.size > limit) return file;
  try {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const calendar = calendarOfCsv(textOfCsv(await file.arrayBuffer()), timeZone);
    return calendar === undefined ? file : new File([calendar], file.name, { type: "text/calendar" });
  } catch {
    return file;
  }
}

async function readCandidate(importable: Importable, limit: number): Promise<Candidate> {
  const { file } = importable;
  try {
    const head = await file.slice(0, HEAD_BYTES).text();
    return { ...importable, ...judgeFile(file.name, file.size, head, limit) };
  } catch {
    // The file was moved or deleted after it was dropped, or it is a folder.
    return { file, calendarName: file.name, problem: "unreadable" };
  }
}
