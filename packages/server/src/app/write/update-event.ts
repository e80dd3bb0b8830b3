import { isDraft, withDraft } from "@snart/calendar/access/draft.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { JSEvent, JSTask, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { itemFromObject } from "@snart/calendar/jscalendar/to-jscalendar.ts";
import { patchObject } from "@snart/calendar/jscalendar/update-object.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { organizerOf } from "@snart/calendar/scheduling/attendee.ts";
import type { CalendarId, Modseq } from "../../storage/records/ids.ts";
import type { ObjectHead } from "../../storage/records/objects.ts";
import { linkBlobs, withAttachmentIds } from "../attachments/link-blobs.ts";
import { withAddressedAlarms } from "./address-mail-alarms.ts";
import { onlyCalendar } from "./create-event.ts";
import { grantCalendar, type CalendarGrant } from "../grants.ts";
import { isOrigin } from "../objects/is-origin.ts";
import { mayReadWhole } from "../objects/object-rights.ts";
import { checkCalendar, type CheckedObject } from "../objects/prepare-object.ts";
import type { Problem } from "../problems.ts";
import type { ReadObject } from "../objects/read-stored.ts";
import type { WriteScope } from "../scope.ts";
import { seenObject } from "../objects/seen-objects.ts";
import { withTaskRules } from "../objects/task-rules.ts";
import { storeObject } from "./store-object.ts";
import { undoneText } from "./undone-text.ts";

interface UpdatedEvent {
  readonly event: JSEvent | JSTask;
  /** Its modseq is the write's only if something really changed. */
  readonly head: ObjectHead;
}

/**
 * Applies a JSCalendar patch to a stored event or task, touching in the iCalendar text only what the patch names; a patch of
 * `calendarIds` moves it.
 * @param current read in this transaction
 * @param undoTo the account's state before the action that the patch undoes, if it undoes one
 * @returns the event as it is now
 */
export async function updateEvent(
  scope: WriteScope,
  current: ReadObject,
  patch: PatchObject,
  undoTo?: Modseq,
): Promise<Result<UpdatedEvent, Problem>> {
  const { stored } = current;
  const grant = await grantCalendar(scope.tx, scope.actor, stored.calendarId, "mayUpdatePrivate");
  if (!grant.ok) return grant;
  const seen = await seenObject(scope.tx, grant.value, current);
  if (!seen) return failed({ code: "not-found" });
  if (!mayReadWhole(grant.value, current.object, stored.creatorId))
    return failed({ code: "forbidden", right: "mayWriteAll" });
  const { place, content } = splitPatch(patch);
  const patched = await patchedObject(scope, current, seen, content, undoTo);
  if (!patched.ok) return patched;
  const calendar = await targetOf(scope, grant.value, place);
  if (!calendar.ok) return calendar;
  const isMoved = calendar.value !== grant.value;
  const target = {
    uri: stored.uri,
    current,
    publishes: content["isDraft"] === false,
    ...(isMoved && { from: grant.value }),
  };
  const written = await storeObject(scope, calendar.value, target, patched.value);
  if (!written.ok) return written;
  const { now } = written.value;
  const event = itemFromObject(now.object);
  if (!event.ok) return failed({ code: "invalid-calendar-data", problem: event.problem });
  return ok({ event: event.value, head: now.stored });
}

/** Separates the event's place from its contents. */
function splitPatch(patch: PatchObject): { place: PatchObject; content: PatchObject } {
  const entries = Object.entries(patch);
  const isPlace = ([path]: readonly [string, unknown]): boolean =>
    path === "calendarIds" || path.startsWith("calendarIds/");
  return {
    place: Object.fromEntries(entries.filter(isPlace)),
    content: Object.fromEntries(entries.filter((entry) => !isPlace(entry))),
  };
}

/**
 * Whether SEQUENCE counts every change that is for everybody, as JMAP Calendars ("CalendarEvent/set") has it for events
 * that the server is the origin of. A guest's copy has the organizer's.
 */
async function isCounted({ tx }: WriteScope, { stored, object }: ReadObject): Promise<boolean> {
  if (object.type !== "VEVENT") return false;
  if (stored.organizerId !== null || !organizerOf(object)) return true;
  const owner = await tx.principals.byId(stored.accountId);
  return owner !== undefined && isOrigin(stored, object, owner);
}

/** @param seen the writer's view, which the patch refers to */
async function patchedObject(
  scope: WriteScope,
  current: ReadObject,
  seen: ReadObject,
  content: PatchObject,
  undoTo: Modseq | undefined,
): Promise<Result<CheckedObject, Problem>> {
  const { stored, object } = seen;
  if (Object.keys(content).length === 0) return ok({ text: stored.icalendar, object });
  const linked = await linkBlobs(scope, content, stored.id);
  if (!linked.ok) return linked;
  const { item, idsByUrl } = linked.value;
  const ruled = object.type === "VTODO" ? withTaskRules(object, item, scope.now) : ok(item);
  if (!ruled.ok) return ruled;
  const countsChanges = await isCounted(scope, current);
  const patched = patchObject(object, ruled.value, { now: scope.now, countsChanges });
  if (!patched.ok) return failed({ code: "invalid-calendar-data", problem: patched.problem });
  const named = withAttachmentIds(patched.value, idsByUrl);
  const calendar = await withAddressedAlarms(scope, named, object.calendar);
  const publishes = content["isDraft"] === false && isDraft(object);
  if (calendar === object.calendar && !publishes) return ok({ text: stored.icalendar, object });
  const undone = undoTo === undefined ? undefined : await undoneText(scope, seen, calendar, undoTo);
  const checked = checkCalendar(scope.app, undone ?? calendar);
  return checked.ok && publishes ? published(scope, checked.value.object) : checked;
}

const published = ({ app, now }: WriteScope, draft: CalendarObject): Result<CheckedObject, Problem> =>
  checkCalendar(app, withDraft(draft, false, now).calendar);

/** The calendar that the event should be in, which may be its present one. */
async function targetOf(
  scope: WriteScope,
  source: CalendarGrant,
  place: PatchObject,
): Promise<Result<CalendarGrant, Problem>> {
  const calendarId = targetCalendar(source.calendar.id, place);
  if (!calendarId)
    return failed({ code: "invalid-value", field: "calendarIds", detail: "exactly one calendar is needed" });
  if (calendarId === source.calendar.id) return ok(source);
  const target = await grantCalendar(scope.tx, scope.actor, calendarId, "mayWriteOwn");
  return target.ok
    ? target
    : failed({ code: "invalid-value", field: "calendarIds", detail: "there is no such calendar" });
}

/** The calendar that remains after patching `{current: true}` with whole or single `calendarIds`. */
function targetCalendar(current: CalendarId, place: PatchObject): CalendarId | undefined {
  let ids: Record<string, boolean> = { [current]: true };
  for (const [path, value] of Object.entries(place)) {
    if (path === "calendarIds") ids = { ...(value as Record<string, boolean> | null) };
    else ids[path.slice("calendarIds/".length)] = value === true;
  }
  return onlyCalendar(ids);
}
