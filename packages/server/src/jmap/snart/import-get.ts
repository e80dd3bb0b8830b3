import type { ImportRecord } from "@snart/calendar/jmap/import.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { importStates, ownImports, type ImportState } from "../../app/calendars/import-job.ts";
import { methodErrorOf } from "../problem.ts";
import { couldBeId } from "../standard/arguments.ts";
import { recordType } from "../standard/record-type.ts";
import type { PropertiesOf } from "../standard/source.ts";
import { SNART } from "../wire/capabilities.ts";

/** The progress of an import, as clients see it. */
export const importProperties: PropertiesOf<ImportState, ImportRecord> = {
  id: (job) => job.id,
  // An import that waits for another try counts as waiting.
  state: ({ state }) => (state === "retrying" ? "queued" : state),
  processed: ({ report }) => report.processed,
  // Unknown before the file has been read to its end.
  total: ({ state, report }) => (state === "done" ? report.processed : null),
  added: ({ report }) => report.added,
  updated: ({ report }) => report.updated,
  unchanged: ({ report }) => report.unchanged,
  skipped: ({ report }) => report.skipped,
  mended: ({ report }) => report.mended,
  mendedCount: ({ report }) => report.mendedCount,
  // Files imported with the events.
  attachments: ({ report }) => report.attachments,
  missedAttachments: ({ report }) => report.missedAttachments,
  missedCount: ({ report }) => report.missedCount,
  calendarId: ({ calendarId }) => calendarId,
  calendarName: ({ calendarName }) => calendarName,
  isStopped: ({ isStopped }) => isStopped,
  begunAt: ({ begunAt }) => formatUtcDateTime(begunAt),
};

/** Import/get (urn:snart:jmap): the progress of imports; with `ids` null the actor's own that can be stopped or undone. */
export const importGet = recordType({
  name: "Import",
  capability: SNART,
  properties: importProperties,
  async read({ app, actor, imports }, account, ids) {
    const state = imports.stateOf(account.id);
    const found =
      ids === null
        ? await ownImports(app, actor, account.id)
        : await importStates(app, actor, account.id, ids.filter(couldBeId));
    return found.ok ? ok({ items: found.value, state }) : failed(methodErrorOf(found.problem));
  },
});
