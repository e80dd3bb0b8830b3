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
import type { ItipMessage } from "@snart/calendar/scheduling/itip-message.ts";
import { organizerMessages } from "@snart/calendar/scheduling/organizer-messages.ts";
import { mailOf } from "@snart/calendar/scheduling/outside/same-mailbox.ts";
import { withScheduleStatuses, type ScheduleStatus } from "@snart/calendar/scheduling/schedule-status.ts";
import type { Calendar } from "../../storage/records/calendars.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Problem } from "../problems.ts";
import type { ReadObject } from "../objects/read-stored.ts";
import type { WriteScope } from "../scope.ts";
import { bookableOf, routed, type RoutedMessage } from "./outgoing.ts";
import { withoutClaims } from "./given-answers.ts";
import { answersIn } from "./spread-answers.ts";
import { represented, signed, takingPart, takingPartIn, type TakingPart } from "./taking-part.ts";

/** The consequences of a write: the object to store, its schedule tag, and the messages to send. */
export interface PlannedWrite {
  readonly object: CalendarObject;
  /** `own`: that of its text; `kept`: its present one; `none`: it takes no part in scheduling (RFC 6638 §3.2.10). */
  readonly tag: "own" | "kept" | "none";
  readonly messages: readonly RoutedMessage[];
  /** See `ObjectHead.organizerId`. */
  readonly organizerId: PrincipalId | null;
  /** The organizer has written other answers of the guests, which the other guests are to see. */
  readonly spreadsAnswers?: boolean;
}

const NONE: readonly RoutedMessage[] = [];

/** A write that takes no part in scheduling. */
const apart = (object: CalendarObject): PlannedWrite => ({
  object,
  tag: "none",
  messages: NONE,
  organizerId: null,
});

/**
 * Implicit scheduling (RFC 6638 §3.2) for the calendar's owner, whoever writes, or for the writer who organizes a
 * meeting in it (`takingPartIn`). Only reads storage for objects with an organizer. A scope without scheduling sends
 * nothing, but still refuses forbidden changes. A draft sends nothing; when it is published, everybody is invited as
 * if it were created then.
 * @param current the object at the target, read in this transaction
 */
export async function planWrite(
  scope: WriteScope,
  calendar: Calendar,
  current: ReadObject | undefined,
  object: CalendarObject,
): Promise<Result<PlannedWrite, Problem>> {
  const { scheduling } = scope;
  const { delivery } = scheduling ?? {};
  if (delivery) {
    const organizerId = current?.stored.organizerId ?? null;
    return ok({ object, tag: delivery.keepsTag ? "kept" : "own", messages: NONE, organizerId });
  }
  // A feed's events can't be answered here: they take no part in scheduling, and block no invitation.
  if (calendar.isReadOnly) return ok(apart(object));
  const former = scheduling?.takesOver ?? current;
  const isScheduling = former !== undefined && former.stored.scheduleTag !== null;
  if (!isScheduling && !organizerOf(object)) return ok(apart(object));
  const party = await takingPartIn(scope, current, object);
  if (!party) throw new Error(`calendar ${calendar.id} belongs to nobody`);
  const { isMine, organizerId } = party;
  const before = former && !isDraft(former.object) ? former.object : undefined;
  const problem = await schedulingProblem(scope, current !== undefined, object, isMine);
  if (problem && scheduling) return failed(problem);
  const change = {
    scope: isDraft(object) ? { ...scope, scheduling: {} } : scope,
    // Nobody was invited to what took no part in scheduling.
    before: isScheduling || organizerId === null ? before : undefined,
    after: object,
    party,
  };
  const was = before && roleIn(before, isMine);
  const is = roleIn(object, isMine);
  // An imported file is stored unchanged: nobody here has changed it. A second copy of an invitation takes no part in
  // scheduling.
  if (!scheduling) return ok({ ...apart(object), tag: is && !problem ? "own" : "none" });
  if (was === "attendee") return attendeeWrite(change, before);
  if (was === "organizer" || is === "organizer") return organizerWrite(change, is !== undefined);
  return is === "attendee" ? attendeeWrite(change, undefined) : ok(apart(object));
}

/** The messages of a removal (RFC 6638 §3.2.1.3, §3.2.2.3). */
export async function planRemoval(
  scope: WriteScope,
  { stored, object: before }: ReadObject,
): Promise<readonly RoutedMessage[]> {
  const { sends = false, replies = false } = scope.scheduling ?? {};
  if (!scope.scheduling || stored.scheduleTag === null) return NONE;
  const party = await takingPart(scope.tx, stored);
  if (!party || isDraft(before)) return NONE;
  const { isMine } = party;
  const role = roleIn(before, isMine);
  if (role === "organizer") {
    const told = organizerMessages(before, undefined, isMine, contextOf(scope));
    const messages = await routed(scope, await signed(scope, party, "ORGANIZER", told));
    return sends ? messages : toBookables(messages);
  }
  const reply =
    role === "attendee" && sends && replies
      ? attendeeReply(before, undefined, isMine, contextOf(scope))
      : undefined;
  return reply ? routed(scope, await signed(scope, party, "ATTENDEE", [reply])) : NONE;
}

/** A room or thing is asked also where nobody is told: its time is taken by what takes place, and not by what is known. */
const toBookables = (messages: readonly RoutedMessage[]): readonly RoutedMessage[] =>
  messages.filter((message) => bookableOf(message) !== undefined);

const contextOf = ({ app, now }: WriteScope) => ({ now, prodId: app.prodId });

interface Change {
  readonly scope: WriteScope;
  readonly before: CalendarObject | undefined;
  readonly after: CalendarObject;
  readonly party: TakingPart;
}

/** RFC 6638 §3.2.4: one organizer, and the UID once in all the owner's calendars. */
async function schedulingProblem(
  { app, tx, accountId }: WriteScope,
  isThere: boolean,
  object: CalendarObject,
  isMine: IsAddressOf,
): Promise<Problem | undefined> {
  // A component without one has that of the others, or no guests.
  const organizers = componentsOf(object).flatMap(
    (component) => firstProperty(component, "ORGANIZER")?.value ?? [],
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
  { scope, before, after, party }: Change,
  isStill: boolean,
): Promise<Result<PlannedWrite, Problem>> {
  const { isMine } = party;
  const organizer = organizerOf(after);
  if (before && organizer && !isMine(organizer.value))
    return failed({ code: "organizer-change-not-allowed", detail: "ORGANIZER" });
  const sends = scope.scheduling?.sends === true;
  const keepAnswers = scope.scheduling?.keepAnswers === true;
  const isNew = !before || roleIn(before, isMine) !== "organizer";
  const isRestored = scope.scheduling?.restores !== undefined;
  const said = isNew && !isRestored ? await represented(scope, party, after) : after;
  const given = await withoutClaims(scope, before, said, party);
  const settled = sends
    ? prepareOrganizerChange({ before, after: given, isOrganizer: isMine, keepAnswers })
    : given;
  const told = isDraft(after) ? [] : messagesOf(before, settled, isMine, scope);
  const all = await routed(scope, await signed(scope, party, "ORGANIZER", told));
  const messages = sends ? all : toBookables(all);
  const unreachable = scope.scheduling?.refusesUnreachable ? unreachableOf(before, messages) : [];
  if (unreachable.length > 0) return failed({ code: "guests-unreachable", guests: unreachable });
  const object = withScheduleStatuses(settled, "ATTENDEE", statusesOf(before, settled, messages));
  const organizerId = isStill ? party.organizerId : null;
  const spreadsAnswers = sends && before !== undefined && answersIn(before) !== answersIn(settled);
  return ok({ object, tag: isStill ? "own" : "none", messages, organizerId, spreadsAnswers });
}

/** The messages of the organizer, who is known to guests by another of their own addresses if that has been changed. */
function messagesOf(
  before: CalendarObject | undefined,
  after: CalendarObject,
  isMine: IsAddressOf,
  scope: WriteScope,
): readonly ItipMessage[] {
  const messages = organizerMessages(before, after, isMine, contextOf(scope));
  const known = before && organizerOf(before)?.value.trim();
  if (known === undefined || addressKey(known) === addressKey(organizerOf(after)?.value ?? known))
    return messages;
  return messages.map((message) => ({ ...message, formerOrganizer: known }));
}

/** New guests at no address of a kind to which messages can be sent: a telephone, an unknown name, no address at all. */
function unreachableOf(
  before: CalendarObject | undefined,
  messages: readonly RoutedMessage[],
): readonly string[] {
  const known = before ? guestsOf(before) : new Set<string>();
  const nowhere = messages.filter(({ route, message: { recipient } }) => {
    return route.kind === "nobody" && mailOf(recipient) === undefined && !known.has(addressKey(recipient));
  });
  return nowhere.map(({ message }) => message.recipient);
}

async function attendeeWrite(
  { scope, before, after, party }: Change,
  invitation: CalendarObject | undefined,
): Promise<Result<PlannedWrite, Problem>> {
  let object = after;
  const { isMine } = party;
  const organizer = invitation && organizerOf(invitation);
  if (invitation && organizer && isServerAgent(organizer)) {
    const settled = checkAttendeeChange(invitation, object, isMine);
    if (!settled.ok) return failed({ code: "attendee-change-not-allowed", detail: settled.problem });
    object = settled.value;
  }
  const tag = roleIn(object, isMine) === undefined ? "none" : "own";
  const reply = scope.scheduling?.sends ? attendeeReply(before, object, isMine, contextOf(scope)) : undefined;
  const messages = reply ? await routed(scope, await signed(scope, party, "ATTENDEE", [reply])) : NONE;
  const statuses = new Map(messages.map(({ message, status }) => [message.recipient, status]));
  const told = withScheduleStatuses(object, "ORGANIZER", statuses);
  return ok({ object: told, tag, messages, organizerId: null });
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
