import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { jmap, type JmapRecord } from "../jmap-client.ts";
import type { ApiProblem } from "../problem.ts";
import { isRecord } from "../request.ts";

type Asked<T> = Promise<Result<T, ApiProblem>>;

/** An event of the file that was left out. */
export interface SkippedEvent {
  readonly uid: string | null;
  readonly title: string | null;
  /** of the file, from 1 */
  readonly line: number | null;
  readonly code: string;
}

/** A file that an event of the import comes without. */
export interface MissedAttachment {
  /** by which the file names it */
  readonly managedId: string;
  readonly filename: string | null;
  /** of the event */
  readonly title: string | null;
  readonly code: string;
}

/** Uploads that come with a calendar, by the MANAGED-ID under which it names each (RFC 8607 §4). */
export type BlobIds = Readonly<Record<string, string>>;

/** Where an import stands; counts are of events. */
export interface ImportJob {
  readonly id: string;
  readonly state: "waiting" | "running" | "done" | "dead";
  readonly processed: number;
  /** null until the file has been counted */
  readonly total: number | null;
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: readonly SkippedEvent[];
  /** files that came with the events */
  readonly attachments: number;
  /** the first of those that did not; {@link missedCount} is of all */
  readonly missedAttachments: readonly MissedAttachment[];
  readonly missedCount: number;
  readonly calendarId: string | null;
  readonly calendarName: string;
}

/** Into a calendar, or into a new one of this name. */
export type ImportTarget =
  | { readonly kind: "calendar"; readonly calendarId: string }
  | { readonly kind: "new"; readonly name: string };

const broken: ApiProblem = { kind: "refused", status: 200, code: "serverFail", fields: {} };

/**
 * Begins to import an uploaded file (`Import/start`).
 * @param attachments what came with it; undefined: it came alone, and what it names stays where it was
 */
export async function startImport(
  accountId: string,
  blobId: string,
  target: ImportTarget,
  attachments?: BlobIds,
): Asked<ImportJob> {
  const given = await jmap.callOne("Import/start", {
    accountId,
    blobId,
    calendarId: target.kind === "calendar" ? target.calendarId : null,
    newCalendarName: target.kind === "new" ? target.name : null,
    ...(attachments && { attachments }),
  });
  if (!given.ok) return given;
  const job = importJobOf(given.value["import"]);
  return job ? ok(job) : failed(broken);
}

/** How far an import is (`Import/get`). */
export async function fetchImport(accountId: string, id: string): Asked<ImportJob> {
  const given = await jmap.callOne("Import/get", { accountId, ids: [id] });
  if (!given.ok) return given;
  const list = Array.isArray(given.value["list"]) ? (given.value["list"] as unknown[]) : [];
  const job = importJobOf(list[0]);
  return job ? ok(job) : failed({ ...broken, code: "notFound" });
}

/** Removes again what an import added, unless it has been changed since (`Import/undo`). */
export async function undoImport(accountId: string, id: string): Asked<void> {
  const given = await jmap.callOne("Import/undo", { accountId, id });
  return given.ok ? ok(undefined) : given;
}

/** Reads an Import; undefined if it is none. */
export function importJobOf(value: unknown): ImportJob | undefined {
  if (!isRecord(value) || typeof value["id"] !== "string") return undefined;
  const { id, state } = value;
  return {
    id: id as string,
    state: state === "running" || state === "done" || state === "dead" ? state : "waiting",
    processed: count(value, "processed"),
    total: typeof value["total"] === "number" ? value["total"] : null,
    added: count(value, "added"),
    updated: count(value, "updated"),
    unchanged: count(value, "unchanged"),
    skipped: records(value, "skipped").map(skippedOf),
    attachments: count(value, "attachments"),
    missedAttachments: records(value, "missedAttachments").map(missedOf),
    missedCount: count(value, "missedCount"),
    calendarId: textOrNull(value, "calendarId"),
    calendarName: textOrNull(value, "calendarName") ?? "",
  };
}

function records(record: JmapRecord, name: string): readonly JmapRecord[] {
  const list = record[name];
  return Array.isArray(list) ? (list as unknown[]).filter(isRecord) : [];
}

const count = (record: JmapRecord, name: string): number =>
  typeof record[name] === "number" ? record[name] : 0;
const textOrNull = (record: JmapRecord, name: string): string | null =>
  typeof record[name] === "string" && record[name] !== "" ? record[name] : null;

const skippedOf = (record: JmapRecord): SkippedEvent => ({
  uid: textOrNull(record, "uid"),
  title: textOrNull(record, "title"),
  line: typeof record["line"] === "number" ? record["line"] : null,
  code: textOrNull(record, "code") ?? "",
});

const missedOf = (record: JmapRecord): MissedAttachment => ({
  managedId: textOrNull(record, "managedId") ?? "",
  filename: textOrNull(record, "filename"),
  title: textOrNull(record, "title"),
  code: textOrNull(record, "code") ?? "",
});
