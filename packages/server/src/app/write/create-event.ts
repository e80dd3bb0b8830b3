import { withDraft } from "@snart/calendar/access/draft.ts";
import { objectFromEvent, objectFromTask } from "@snart/calendar/jscalendar/from-jscalendar.ts";
import { withProgressStamps } from "@snart/calendar/jscalendar/task-progress.ts";
import type { JSEvent, JSTask } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { CalendarId, ObjectId } from "../../storage/records/ids.ts";
import { linkBlobs, withAttachmentIds } from "../attachments/link-blobs.ts";
import { withAddressedAlarms } from "./address-mail-alarms.ts";
import { grantCalendar, setsForAll, type CalendarGrant } from "../grants.ts";
import { checkCalendar } from "../objects/prepare-object.ts";
import type { Problem } from "../problems.ts";
import type { WriteScope } from "../scope.ts";
import { storeObject } from "./store-object.ts";

export interface CreatedEvent {
  readonly id: ObjectId;
  readonly uid: string;
}

/** An event or task that may not have a UID yet; it then gets its id as UID. */
export type NewEvent = (Omit<JSEvent, "uid"> | Omit<JSTask, "uid">) & { readonly uid?: string };

/** Creates an event or task from JSCalendar in the one calendar that its `calendarIds` names. */
export async function createEvent(
  scope: WriteScope,
  given: NewEvent,
): Promise<Result<CreatedEvent, Problem>> {
  const { app, tx, actor } = scope;
  const calendarId = onlyCalendar(given.calendarIds);
  if (!calendarId)
    return failed({ code: "invalid-value", field: "calendarIds", detail: "exactly one calendar is needed" });
  const grant = await grantCalendar(tx, actor, calendarId, "mayWriteOwn");
  if (!grant.ok) return grant.problem.code === "not-found" ? failed(unknownCalendar) : grant;
  if (grant.value.calendar.accountId !== scope.accountId) return failed(unknownCalendar);
  const taken = await uidTakenElsewhere(scope, grant.value, given);
  if (taken) return failed(taken);
  const id = app.newId() as ObjectId;
  const uid = given.uid ?? id;
  const context = { uid, now: scope.now, prodId: app.prodId };
  const linked = await linkBlobs(scope, given, undefined);
  if (!linked.ok) return linked;
  const { item: event, idsByUrl } = linked.value;
  const component =
    event["@type"] === "Task"
      ? objectFromTask({ ...event, ...withProgressStamps({}, event, scope.now), uid }, context)
      : objectFromEvent({ ...event, uid }, context);
  if (!component.ok) return failed({ code: "invalid-calendar-data", problem: component.problem });
  const made = await withAddressedAlarms(scope, withAttachmentIds(component.value, idsByUrl));
  const plain = checkCalendar(app, made);
  if (!plain.ok) return plain;
  const checked = given.isDraft ? checkCalendar(app, withDraft(plain.value.object, true).calendar) : plain;
  if (!checked.ok) return checked;
  const target = { uri: `${id}.ics`, id, current: undefined };
  const stored = await storeObject(scope, grant.value, target, checked.value);
  return stored.ok ? ok({ id, uid }) : stored;
}

/**
 * An account has no two events of one UID (JMAP Calendars, "UIDs and CalendarEvent Ids"). CalDAV allows one in each
 * collection (RFC 4791 §5.3.2), and what it puts there stays; here none is added. A sharee, who may not see the other
 * calendar, does not learn of it.
 */
async function uidTakenElsewhere(
  { tx, accountId }: WriteScope,
  grant: CalendarGrant,
  { uid, "@type": type }: NewEvent,
): Promise<Problem | undefined> {
  if (uid === undefined || !setsForAll(grant)) return undefined;
  const component = type === "Task" ? "VTODO" : "VEVENT";
  const others = await tx.objects.byUidInAccount(accountId, uid);
  const other = others.find((head) => head.component === component);
  return other && { code: "uid-taken", uri: other.uri };
}

const unknownCalendar: Problem = {
  code: "invalid-value",
  field: "calendarIds",
  detail: "there is no such calendar",
};

/** The one calendar of a `calendarIds` set, or undefined. */
export function onlyCalendar(calendarIds: JSEvent["calendarIds"]): CalendarId | undefined {
  const ids = Object.entries(calendarIds ?? {}).filter(([, isIn]) => isIn);
  return ids.length === 1 ? (ids[0]?.[0] as CalendarId) : undefined;
}
