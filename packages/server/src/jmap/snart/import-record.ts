import type { ImportState } from "../../app/calendars/import-job.ts";

/** An import as clients see it (urn:snart:jmap). */
export interface ImportRecord {
  readonly id: string;
  readonly state: "queued" | "running" | "done" | "dead";
  readonly processed: number;
  /** Not known before the file has been read to its end. */
  readonly total: number | null;
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: ImportState["report"]["skipped"];
  /** Files that came with the events. */
  readonly attachments: number;
  readonly missedAttachments: ImportState["report"]["missedAttachments"];
  readonly missedCount: number;
  readonly calendarId: string;
  readonly calendarName: string;
}

export const IMPORT_PROPERTIES: readonly (keyof ImportRecord)[] = [
  "id",
  "state",
  "processed",
  "total",
  "added",
  "updated",
  "unchanged",
  "skipped",
  "attachments",
  "missedAttachments",
  "missedCount",
  "calendarId",
  "calendarName",
];

export function importRecord({ id, state, calendarId, calendarName, report }: ImportState): ImportRecord {
  const { modseqs: _own, ...told } = report;
  return {
    id,
    // Waiting for another try is waiting.
    state: state === "retrying" ? "queued" : state,
    ...told,
    total: state === "done" ? report.processed : null,
    calendarId,
    calendarName,
  };
}
