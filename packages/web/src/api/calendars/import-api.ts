import type { ImportRecord } from "@snart/calendar/jmap/import.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";

/** Uploads that come with a calendar, by the MANAGED-ID under which it names each (RFC 8607 §4). */
export type BlobIds = Readonly<Record<string, string>>;

/** The target of an import: a calendar, or a new one of this name. */
export type ImportTarget =
  | { readonly kind: "calendar"; readonly calendarId: string }
  | { readonly kind: "new"; readonly name: string };

/**
 * Starts the import of an uploaded file (`Import/start`).
 * @param attachments the files uploaded with it; undefined: none, and its references stay unchanged
 */
export async function startImport(
  accountId: string,
  blobId: string,
  target: ImportTarget,
  attachments?: BlobIds,
): Asked<ImportRecord> {
  const given = await jmap.callOne<{ readonly import: ImportRecord }>("Import/start", {
    accountId,
    blobId,
    calendarId: target.kind === "calendar" ? target.calendarId : null,
    newCalendarName: target.kind === "new" ? target.name : null,
    ...(attachments && { attachments }),
  });
  return given.ok ? ok(given.value.import) : given;
}

/** Returns the progress of an import (`Import/get`). */
export async function fetchImport(accountId: string, id: string): Asked<ImportRecord> {
  const given = await jmap.get("Import", accountId, [id]);
  if (!given.ok) return given;
  const [job] = given.value;
  return job ? ok(job) : failed({ kind: "refused", status: 200, code: "notFound", fields: {} });
}

/** Removes what an import added, except what has been changed since (`Import/undo`). */
export const undoImport = (accountId: string, id: string): Asked<unknown> =>
  jmap.callOne("Import/undo", { accountId, id });
