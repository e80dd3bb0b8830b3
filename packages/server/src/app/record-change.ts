import type { CalendarId, ChangeEntry } from "../storage/records.ts";
import type { WriteScope } from "./scope.ts";

/** Writes one line of the change log with the scope's modseq, time and actor. */
export function recordChange(
  scope: WriteScope,
  type: ChangeEntry["type"],
  id: string,
  calendarId: CalendarId | null,
  change: ChangeEntry["change"],
): Promise<void> {
  const { accountId, modseq, now, actor } = scope;
  return scope.tx.changes.append([
    { accountId, modseq, type, id, calendarId, change, at: now, actorId: actor.principalId },
  ]);
}
