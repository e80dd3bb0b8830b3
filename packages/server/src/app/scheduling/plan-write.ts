import { isDraft } from "@snart/calendar/access/draft.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { firstProperty, parameterValue } from "@snart/calendar/icalendar/component.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import {
  addressKey,
  attendeesOf,
  componentsOf,
  guestsOf,
  isServerAgent,
  organizerOf,
  roleIn,
  type IsAddressOf,
} from "@snart/calendar/scheduling/attendee.ts";
import { checkAttendeeChange } from "@snart/calendar/scheduling/attendee-change.ts";
import { attendeeReply } from "@snart/calendar/scheduling/attendee-reply.ts";
import { prepareOrganizerChange } from "@snart/calendar/scheduling/organizer-change.ts";
import { organizerMessages } from "@snart/calendar/scheduling/organizer-messages.ts";
import { withScheduleStatuses, type ScheduleStatus } from "@snart/calendar/scheduling/schedule-status.ts";
import type { Calendar } from "../../storage/records/calendars.ts";
import type { Problem } from "../problems.ts";
import type { ReadObject } from "../objects/read-stored.ts";
import type { WriteScope } from "../scope.ts";
import { routed, type RoutedMessage } from "./outgoing.ts";
import { isAddressOf } from "../principal-address.ts";

/** The consequences of a write: the object to store, its schedule tag, and the messages to send. */
export interface PlannedWrite {
  readonly object: CalendarObject;
  /** `own`: that of its text; `kept`: its present one; `none`: it takes no part in scheduling (RFC 6638 §3.2.10). */
  readonly tag: "own" | "kept" | "none";
  readonly messages: readonly RoutedMessage[];
}

const NONE: readonly RoutedMessage[] = [];

/**
 * Implicit scheduling (RFC 6638 §3.2) for the calendar's owner, whoever writes. Only reads storage for objects with
 * an organizer. A scope without scheduling sends nothing, but still refuses forbidden changes. A draft sends nothing;
 * when it is published, everybody is invited as if it were created then.
 * @param current the object at the target, read in this transaction
 */
export async function planWrite(
  scope: WriteScope,
  calendar: Calendar,
  current: ReadObject | undefined,
  object: CalendarObject,
): Promise<Result<PlannedWrite, Problem>> {
  const { scheduling } = scope;
  if (scheduling?.delivery)
    return ok({ object, tag: scheduling.delivery.keepsTag ? "kept" : "own", messages: NONE });
  // A feed's events can't be answered here: they take no part in scheduling, and block no invitation.
  if (calendar.isReadOnly) return ok({ object, tag: "none", messages: NONE });
  const isScheduling = current !== undefined && current.stored.scheduleTag !== null;
  if (!isScheduling && !organizerOf(object)) return ok({ object, tag: "none", messages: NONE });
  const owner = await scope.tx.principals.byId(calendar.accountId);
  if (!owner) throw new Error(`calendar ${calendar.id} belongs to nobody`);
  const isMine = isAddressOf(owner);
  const before = current && !isDraft(current.object) ? current.object : undefined;
  const problem = await schedulingProblem(scope, current !== undefined, object, isMine);
  if (problem && scheduling) return failed(problem);
  const change = {
    scope: isDraft(object) ? { ...scope, scheduling: {} } : scope,
    before,
    after: object,
    isMine,
  };
  const was = before && roleIn(before, isMine);
  const is = roleIn(object, isMine);
  // An imported file is stored unchanged: nobody here has changed it. A second copy of an invitation takes no part in
  // scheduling.
  if (!scheduling) return ok({ object, tag: is && !problem ? "own" : "none", messages: NONE });
  if (was === "attendee") return attendeeWrite(change, before);
  if (was === "organizer" || is === "organizer") return organizerWrite(change, is !== undefined);
  return is === "attendee" ? attendeeWrite(change, undefined) : ok({ object, tag: "none", messages: NONE });
}

/** The messages of a removal (RFC 6638 §3.2.1.3, §3.2.2.3). */
export async function planRemoval(
  scope: WriteScope,
  { stored, object: before }: ReadObject,
): Promise<readonly RoutedMessage[]> {
  if (!scope.scheduling?.sends || stored.scheduleTag === null) return NONE;
  const owner = await scope.tx.principals.byId(stored.accountId);
  if (!owner) return NONE;
  const isMine = isAddressOf(owner);
  if (isDraft(before)) return NONE;
  const role = roleIn(before, isMine);
  if (role === "organizer")
    return routed(scope, organizerMessages(before, undefined, isMine, contextOf(scope)));
  const reply =
    role === "attendee" && scope.scheduling.replies
      ? attendeeReply(before, undefined, isMine, contextOf(scope))
      : undefined;
  return reply ? routed(scope, [reply]) : NONE;
}

const contextOf = ({ app, now }: WriteScope) => ({ now, prodId: app.prodId });

interface Change {
  readonly scope: WriteScope;
  readonly before: CalendarObject | undefined;
  readonly after: CalendarObject;
  readonly isMine: IsAddressOf;
}

/** RFC 6638 §3.2.4: one organizer, and the UID once in all the owner's calendars. */
async function schedulingProblem(
  { app, tx, accountId }: WriteScope,
  isThere: boolean,
  object: CalendarObject,
  isMine: IsAddressOf,
): Promise<Problem | undefined> {
  const organizers = componentsOf(object).map(
    (component) => firstProperty(component, "ORGANIZER")?.value ?? "",
  );
  if (new Set(organizers.map(addressKey)).size > 1) return { code: "organizers-differ" };
  // Each instance alone may have few participants, and all of them together thousands.
  const limit = app.limits.participantsPerEvent;
  if (guestsOf(object).size > limit) return { code: "too-many-participants", limit };
  if (isThere || !roleIn(object, isMine)) return undefined;
  const others = await tx.objects.byUidInAccount(accountId, object.uid);
  const other = others.find(({ scheduleTag }) => scheduleTag !== null);
  const calendar = other && (await tx.calendars.byId(other.calendarId));
  return other && calendar
    ? { code: "scheduling-uid-taken", calendarUri: calendar.uri, uri: other.uri }
    : undefined;
}

async function organizerWrite(
  { scope, before, after, isMine }: Change,
  isStill: boolean,
): Promise<Result<PlannedWrite, Problem>> {
  const organizer = organizerOf(after);
  if (before && organizer && !isMine(organizer.value))
    return failed({ code: "organizer-change-not-allowed", detail: "ORGANIZER" });
  const sends = scope.scheduling?.sends === true;
  const keepAnswers = scope.scheduling?.keepAnswers === true;
  const settled = sends ? prepareOrganizerChange({ before, after, isOrganizer: isMine, keepAnswers }) : after;
  const messages = sends
    ? await routed(scope, organizerMessages(before, settled, isMine, contextOf(scope)))
    : NONE;
  const object = withScheduleStatuses(settled, "ATTENDEE", statusesOf(before, settled, messages));
  return ok({ object, tag: isStill ? "own" : "none", messages });
}

async function attendeeWrite(
  { scope, before, after, isMine }: Change,
  invitation: CalendarObject | undefined,
): Promise<Result<PlannedWrite, Problem>> {
  let object = after;
  const organizer = invitation && organizerOf(invitation);
  if (invitation && organizer && isServerAgent(organizer)) {
    const settled = checkAttendeeChange(invitation, object, isMine);
    if (!settled.ok) return failed({ code: "attendee-change-not-allowed", detail: settled.problem });
    object = settled.value;
  }
  const tag = roleIn(object, isMine) === undefined ? "none" : "own";
  const reply = scope.scheduling?.sends ? attendeeReply(before, object, isMine, contextOf(scope)) : undefined;
  const messages = reply ? await routed(scope, [reply]) : NONE;
  const statuses = new Map(messages.map(({ message, status }) => [message.recipient, status]));
  return ok({ object: withScheduleStatuses(object, "ORGANIZER", statuses), tag, messages });
}

/** The statuses of the new messages, and of earlier ones that the client has dropped. */
function statusesOf(
  before: CalendarObject | undefined,
  after: CalendarObject,
  messages: readonly RoutedMessage[],
): ReadonlyMap<string, ScheduleStatus> {
  const known = new Map<string, string>();
  for (const component of before ? componentsOf(before) : [])
    for (const attendee of attendeesOf(component)) {
      const status = parameterValue(attendee, "SCHEDULE-STATUS");
      if (status !== undefined) known.set(addressKey(attendee.value), status);
    }
  const statuses = new Map<string, ScheduleStatus>();
  for (const component of componentsOf(after))
    for (const attendee of attendeesOf(component)) {
      const status = known.get(addressKey(attendee.value));
      const isDropped = parameterValue(attendee, "SCHEDULE-STATUS") === undefined;
      if (status !== undefined && isDropped)
        statuses.set(addressKey(attendee.value), status as ScheduleStatus);
    }
  for (const { message, status } of messages) statuses.set(addressKey(message.recipient), status);
  return statuses;
}
