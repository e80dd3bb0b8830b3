import type { ChangeEntry } from "../../storage/records/changes.ts";
import type { CalendarId } from "../../storage/records/ids.ts";
import { sourceOf } from "../actor.ts";
import type { WriteScope } from "../scope.ts";

/** Writes one line of the change log with the scope's modseq, time and actor. */
export function recordChange(
  scope: WriteScope,
  type: ChangeEntry["type"],
  id: string,
  calendarId: CalendarId | null,
  change: ChangeEntry["change"],
): Promise<void> {
  const { accountId, modseq, now, actor } = scope;
  const { principalId: actorId, client } = actor;
  const by = { actorId, via: sourceOf(actor), ...(client !== undefined && { client }) };
  return scope.tx.changes.append([{ accountId, modseq, type, id, calendarId, change, at: now, ...by }]);
}
