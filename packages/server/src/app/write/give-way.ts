import type { StoredObject } from "../../storage/records/objects.ts";
import type { CalendarGrant } from "../grants.ts";
import { ReadObject } from "../objects/read-stored.ts";
import { recordChange } from "../objects/record-change.ts";
import { seenObject } from "../objects/seen-objects.ts";
import type { WriteScope } from "../scope.ts";

/**
 * What is at a name that somebody writes to, as far as they know of it. An object of which they know nothing goes to another name
 * first, where its owner finds it: to refuse the name would tell that it is there.
 * Work that calls it must be undone when it is refused.
 * @returns undefined if the name is free for them
 */
export async function knownAt(
  scope: WriteScope,
  grant: CalendarGrant,
  existing: StoredObject | undefined,
): Promise<StoredObject | undefined> {
  if (!existing || (await seenObject(scope.tx, grant, new ReadObject(existing)))) return existing;
  await giveWay(scope, existing);
  return undefined;
}

/** Moves an object to a name that nobody knows, in its calendar. */
export async function giveWay(scope: WriteScope, { id, calendarId }: StoredObject): Promise<void> {
  const { app, tx, actor, modseq, now } = scope;
  const uri = `${app.newId()}.ics`;
  const moved = await tx.objects.move(id, { calendarId, uri }, { modseq, now, actorId: actor.principalId });
  if (moved !== "moved") throw new Error(`an object could not be moved to a new name: ${moved}`);
  await recordChange(scope, "CalendarEvent", id, calendarId, "updated");
}
