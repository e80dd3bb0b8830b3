import { isDraft } from "@snart/calendar/access/draft.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { firstProperty, type Component } from "@snart/calendar/icalendar/component.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import { readComponentTimes } from "@snart/calendar/recurrence/component-times.ts";
import { zonesOf } from "@snart/calendar/recurrence/resolve-zone.ts";
import { componentsOf, findAttendee } from "@snart/calendar/scheduling/attendee.ts";
import { instantOf } from "@snart/calendar/time/calendar-time.ts";
import type { CalendarId, ObjectId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { CalendarGrant } from "../grants.ts";
import { changedByOf, type DeliveredAction } from "../scheduling-action.ts";
import { payloadOf, payloadsOf, type EventNotificationPayload } from "./event-payload.ts";
import { KINDS, recipientsOf } from "./event-recipients.ts";
import { enqueueNotice, noticeChannels, type Notice, type NoticeKind } from "./notice.ts";
import { MOST_NOTIFICATIONS } from "./notifications.ts";
import { isPublic } from "../objects/object-rights.ts";
import { zoneOfPerson } from "../outbox/reminder.ts";
import { isAddressOf } from "../principal-address.ts";
import type { WriteScope } from "../scope.ts";

interface EventChange {
  readonly id: string;
  /** Read only if there is somebody to notify. */
  readonly before: () => CalendarObject | undefined;
  readonly after: CalendarObject | undefined;
}

/**
 * Notifies the people whom a change of an event concerns, except its author: everybody who sees the calendar, thatis
 * its owner and its sharees until they leave it (not the members of a group, one by one); and the recipient of an
 * organizer's or guest's message, who are all members of a household. Only the owner is notified about private events.
 * Imports, and the deletion of a whole calendar, notify nobody.
 */
export async function notifyOfEvent(
  scope: WriteScope,
  { calendar }: CalendarGrant,
  change: EventChange,
): Promise<void> {
  const { tx, actor, scheduling } = scope;
  const action = scheduling?.delivery?.action;
  if (!scheduling || (scheduling.delivery && !action)) return;
  const { owner, others } = await recipientsOf(scope, calendar.id, action?.by ?? actor, action);
  if (owner.length + others.length === 0) return;
  const by = action?.by ?? (await changedByOf(tx, actor));
  const before = change.before();
  if (!payloadOf(before, change.after)) return;
  const said = {
    changedBy: by,
    calendarId: calendar.id,
    ...(change.after && isDraft(change.after) && { isDraft: true as const }),
  };
  const payloads = payloadsOf(before, change.after);
  const isShown = [before, change.after].every((object) => !object || (isPublic(object) && !isDraft(object)));
  const recipients = (isShown ? [...owner, ...others] : owner).flatMap((told): Recipient[] => {
    const { person } = told;
    const isOwner = owner.includes(told);
    // Guests hear of it from the organizer.
    if (!isOwner && scheduling.sends !== false && takesPart(person, before, change.after)) return [];
    const contents = payloads(told);
    if (!contents) return [];
    const sent = isOwner ? action : undefined;
    const kind = sent ? KINDS[sent.kind] : "shared";
    const payload = { ...contents, ...said };
    return [{ id: sent?.proposalId ?? scope.app.newId(), person, payload, kind, action: sent }];
  });
  await storeNotifications(scope, change.id, recipients);
  // A draft only concerns its writers, who see it in the app.
  if (!said.isDraft)
    for (const recipient of recipients) await enqueueFor(scope, calendar.id, recipient, { change, before });
}

/** One person's notification. */
interface Recipient {
  /** of the notification */
  readonly id: string;
  readonly person: Principal;
  /** As that person sees the event. */
  readonly payload: EventNotificationPayload;
  readonly kind: NoticeKind;
  readonly action: DeliveredAction | undefined;
}

/** With more, the oldest notifications are only trimmed at some changes: nobody is shown more than the limit. */
const FEW = 10;
const LOOKED_FOR_EVERY = 20;

/**
 * Stores the notifications of everybody who wants them in the app, at once: a calendar may be shared with hundreds.
 */
async function storeNotifications(
  { tx, accountId, modseq, now }: WriteScope,
  aboutId: string,
  recipients: readonly Recipient[],
): Promise<void> {
  const shown = recipients.filter(({ person, kind }) => noticeChannels(person, kind).app);
  const type = "CalendarEventNotification";
  const common = { accountId, type, aboutId, modseq, createdAt: now } as const;
  const notifications = shown.map(({ id, person, payload, action }) => ({
    ...common,
    id,
    recipientId: person.id,
    payload: action ? { ...payload, ...payloadOfAction(action) } : payload,
  }));
  await tx.notifications.insertAll(notifications);
  if (shown.length > FEW && modseq % LOOKED_FOR_EVERY !== 0) return;
  for (const { person } of shown)
    await tx.notifications.trim({ accountId, recipientId: person.id, type }, MOST_NOTIFICATIONS, modseq);
}

const payloadOfAction = ({
  kind,
  proposalId,
  comment,
}: DeliveredAction): Partial<EventNotificationPayload> => ({
  news: kind,
  ...(proposalId !== undefined && { proposalId }),
  ...(comment !== null && { comment }),
});

/** Notifies one person by push and mail, as they have chosen. */
async function enqueueFor(
  { tx, app }: WriteScope,
  calendarId: CalendarId,
  { id, person, payload, kind, action }: Recipient,
  { change, before }: Changed,
): Promise<void> {
  const object = action?.said ?? change.after ?? before;
  if (!object || !isSentOn(person, kind)) return;
  await enqueueNotice(app, tx, person, {
    id,
    kind,
    news: action?.kind ?? payload.type,
    by: payload.changedBy.name,
    ...factsOf(object, change.after ?? before ?? object, person),
    calendarId,
    objectId: change.after ? (change.id as ObjectId) : null,
    isInMailbox: action?.cameByMail === true && kind !== "answers",
  });
}

/** Most people only want it in the app: for those nothing has to be read. */
function isSentOn(person: Principal, kind: NoticeKind): boolean {
  const { push, mail } = noticeChannels(person, kind);
  return push || mail;
}

interface Changed {
  readonly change: EventChange;
  readonly before: CalendarObject | undefined;
}

const LONGEST_TEXT = 500;

/** A notice's facts about an event. @param said the changed part, possibly a single occurrence */
function factsOf(
  said: CalendarObject,
  whole: CalendarObject,
  person: Principal,
): Pick<Notice, "title" | "place" | "times"> {
  const [component] = componentsOf(said);
  const [all] = componentsOf(whole);
  const text = (name: string): string =>
    ((component && textValue(component, name)) ?? (all && textValue(all, name)) ?? "")
      .trim()
      .slice(0, LONGEST_TEXT);
  const read =
    component && !repeats(component) ? readComponentTimes(component, said.type, zonesOf(said)) : undefined;
  const found = read?.ok ? read.value : undefined;
  const zone = zoneOfPerson(person);
  const times = found && {
    start: instantOf(found.start, zone),
    end: instantOf(found.end, zone),
    isAllDay: found.start.kind === "allDay",
  };
  return { title: text("SUMMARY"), place: text("LOCATION"), times: times ?? null };
}

const repeats = (component: Component): boolean =>
  firstProperty(component, "RRULE") !== undefined || firstProperty(component, "RDATE") !== undefined;

function takesPart(person: Principal, ...objects: readonly (CalendarObject | undefined)[]): boolean {
  const isMine = isAddressOf(person);
  return objects.some(
    (object) =>
      object && componentsOf(object).some((component) => findAttendee(component, isMine) !== undefined),
  );
}
