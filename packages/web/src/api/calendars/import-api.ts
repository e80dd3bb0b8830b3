import type { ImportRecord, RehearsalRecord } from "@snart/calendar/jmap/import.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";

/** Uploads that come with a calendar, by the MANAGED-ID under which it names each (RFC 8607 §4). */
export type BlobIds = Readonly<Record<string, string>>;

/** The target of an import: a calendar, or a new one of this name. */
export type ImportTarget =
  | { readonly kind: "calendar"; readonly calendarId: string }
  | { readonly kind: "new"; readonly name: string };

/** Returns what an import of a calendar's uploads would bring (`Import/rehearse`). */
export async function rehearseImport(accountId: string, blobIds: readonly string[]): Asked<RehearsalRecord> {
  const args = { accountId, blobIds };
  const given = await jmap.callOne<{ readonly rehearsal: RehearsalRecord }>("Import/rehearse", args);
  return given.ok ? ok(given.value.rehearsal) : given;
}

interface ImportOptions {
  /** the rest of the calendar, where it came in several uploads */
  readonly moreBlobIds?: readonly string[];
  /** leaves alone what is in any calendar of the account already */
  readonly onlyNew?: boolean;
}

/**
 * Starts the import of an uploaded file (`Import/start`).
 * @param attachments the files uploaded with it; undefined: none, and its references stay unchanged
 */
export async function startImport(
  accountId: string,
  blobId: string,
  target: ImportTarget,
  attachments?: BlobIds,
  options: ImportOptions = {},
): Asked<ImportRecord> {
  const given = await jmap.callOne<{ readonly import: ImportRecord }>("Import/start", {
    accountId,
    blobId,
    calendarId: target.kind === "calendar" ? target.calendarId : null,
    newCalendarName: target.kind === "new" ? target.name : null,
    ...(attachments && { attachments }),
    ...options,
  });
  return given.ok ? ok(given.value.import) : given;
}

/** Returns the progress of imports (`Import/get`), without those that are gone. */
export const fetchImports = (accountId: string, ids: readonly string[]): Asked<readonly ImportRecord[]> =>
  jmap.get("Import", accountId, ids);

const LISTED = ["id", "state", "processed", "added", "calendarName", "isStopped", "begunAt"] as const;

/** An import without its long reports. */
export type ListedImport = Pick<ImportRecord, (typeof LISTED)[number]>;

/** Returns the person's own imports that can be stopped or undone, the latest first (`Import/get`). */
export async function fetchOwnImports(accountId: string): Asked<readonly ListedImport[]> {
  const args = { accountId, ids: null, properties: LISTED };
  const given = await jmap.callOne<{ readonly list: readonly ListedImport[] }>("Import/get", args);
  return given.ok ? ok(given.value.list) : given;
}

/** Returns the progress of an import (`Import/get`). */
export async function fetchImport(accountId: string, id: string): Asked<ImportRecord> {
  const given = await jmap.get("Import", accountId, [id]);
  if (!given.ok) return given;
  const [job] = given.value;
  return job ? ok(job) : failed({ kind: "refused", status: 200, code: "notFound", fields: {} });
}

/** Stops an import; what it has added stays (`Import/stop`). */
export async function stopImport(accountId: string, id: string): Asked<ImportRecord> {
  const given = await jmap.callOne<{ readonly import: ImportRecord }>("Import/stop", { accountId, id });
  return given.ok ? ok(given.value.import) : given;
}

/** Removes what an import added, except what has been changed since (`Import/undo`). */
export const undoImport = (accountId: string, id: string): Asked<unknown> =>
  jmap.callOne("Import/undo", { accountId, id });
