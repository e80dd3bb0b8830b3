import type { SchedulingAction } from "@snart/calendar/jmap/event-notification.ts";
import { isDraft } from "@snart/calendar/access/draft.ts";
import { OWNER_RIGHTS, rightsOf } from "@snart/calendar/access/rights.ts";
import { isNoNews } from "@snart/calendar/access/what-changed.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { firstProperty, type Component } from "@snart/calendar/icalendar/component.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import { sameJson } from "@snart/calendar/jscalendar/patch.ts";
import { eventFromObject } from "@snart/calendar/jscalendar/to-jscalendar.ts";
import type { JSEvent, JsonValue, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { readComponentTimes } from "@snart/calendar/recurrence/component-times.ts";
import { zonesOf } from "@snart/calendar/recurrence/resolve-zone.ts";
import { componentsOf, findAttendee } from "@snart/calendar/scheduling/attendee.ts";
import { instantOf } from "@snart/calendar/time/calendar-time.ts";
import type { CalendarId, ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import { isSubscribed, type CalendarGrant } from "../grants.ts";
import { changedByOf, type ChangedBy, type DeliveredAction } from "../scheduling-action.ts";
import { enqueueNotice, noticeChannels, type Notice, type NoticeKind } from "./notice.ts";
import { peopleOfParty } from "./people-of-party.ts";
import { MOST_NOTIFICATIONS } from "./notifications.ts";
import { isPublic, mayMakeObject } from "../objects/object-rights.ts";
import { shownTo, type Reader } from "../objects/seen-objects.ts";
import { zoneOfPerson } from "../outbox/reminder.ts";
import { isAddressOf } from "../principal-address.ts";
import type { WriteScope } from "../scope.ts";

/** The contents of a CalendarEventNotification (JMAP Calendars). */
export interface EventNotificationPayload {
  readonly changedBy: ChangedBy;
  readonly type: "created" | "updated" | "destroyed";
  /** Before the change, or as it was created. */
  readonly event: JSEvent;
  /** If the event still exists and is a draft; absent: no. */
  readonly isDraft?: true;
  readonly eventPatch?: PatchObject;
  /** The comment in the message that caused the change; absent: none. */
  readonly comment?: string;
  /** The calendar in which it was changed. */
  readonly calendarId?: CalendarId;
  /** The organizer's or guest's action, for its recipient; absent: somebody changed the calendar. */
  readonly news?: SchedulingAction;
  /** The id of the proposed time that waits for an answer. */
  readonly proposalId?: string;
}

interface EventChange {
  readonly id: string;
  /** Read only if there is somebody to notify. */
  readonly before: () => CalendarObject | undefined;
  readonly after: CalendarObject | undefined;
}

/** People read notifications; a longer one leaves out description and guests. */
const LONGEST = 65_536;

/**
 * Notifies the people whom a change of an event concerns, except its author: everybody who sees the calendar, that is
 * its owner and its sharees until they leave it (not the members of a group, one by one); and the recipient of an
 * organizer's or guest's message, who are all members of a household. Only the owner is notified about private events. Imports, and the deletion of a
 * whole calendar, notify nobody.
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

const KINDS: Readonly<Record<SchedulingAction, NoticeKind>> = {
  invitation: "invitations",
  change: "changes",
  cancellation: "changes",
  cancellationOnce: "changes",
  accepted: "answers",
  tentative: "answers",
  declined: "answers",
  released: "changes",
  answered: "answers",
  proposed: "answers",
  proposalDeclined: "answers",
};

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

async function recipientsOf(
  { tx, accountId }: WriteScope,
  calendarId: CalendarId,
  { principalId: doer }: Pick<ChangedBy, "principalId">,
  action: DeliveredAction | undefined,
): Promise<{ readonly owner: readonly Told[]; readonly others: readonly Told[] }> {
  const own = await ownersOf(tx, {
    id: action?.organizerId ?? accountId,
    doer,
    isByOthers: action !== undefined,
  });
  const owner = own
    .filter(({ id, kind }) => id !== doer && kind === "person")
    .map((person): Told => {
      const scope = person.id === accountId ? undefined : "all";
      return { person, isOwner: true, isMine: isAddressOf(person), rights: OWNER_RIGHTS, scope };
    });
  const others: Told[] = [];
  // Guests' answers only concern the organizer, and whether somebody came to what they booked.
  if (action && (KINDS[action.kind] === "answers" || action.kind === "released")) return { owner, others };
  for (const { person, level, view } of await tx.calendars.readers(calendarId)) {
    if (person.id === doer || !isSubscribed({ view })) continue;
    others.push({
      person,
      isOwner: false,
      isMine: isAddressOf(person),
      rights: rightsOf(level),
      scope: "all",
    });
  }
  return { owner, others };
}

/** Somebody to notify, as a reader of the event: its owner or organizer, or a sharee. */
interface Told extends Reader {
  readonly person: Principal;
}

/**
 * What each person is told of a change: nothing, if nothing changed that they see. A calendar may be shared with
 * hundreds: those who see the same share one payload.
 */
function payloadsOf(
  before: CalendarObject | undefined,
  after: CalendarObject | undefined,
): (told: Told) => Contents | undefined {
  const known = new Map<string, Contents | undefined>();
  return (told) => {
    const isNamed = [before, after].some((object) => object && isNamedIn(object, told));
    const makes = [before, after].map((object) => object && mayMakeObject(told, object));
    const kind = JSON.stringify([told.isOwner, told.scope, makes, isNamed ? told.person.id : null]);
    if (!known.has(kind)) {
      const [old, next] = [before, after].map((object) => object && shownTo(told, object));
      const isNews = told.isOwner || !old || !next || !isNoNews(old, next);
      known.set(kind, isNews ? payloadOf(old, next) : undefined);
    }
    return known.get(kind);
  };
}

/** Whether somebody stands in an event in some way, and so may see more of it than others. */
const isNamedIn = (object: CalendarObject, { isMine }: Told): boolean =>
  componentsOf(object).some(
    ({ properties, components }) =>
      properties.some(({ name, value }) => NAMES.has(name) && isMine(value)) ||
      components.some((inner) => isMine(firstProperty(inner, "CALENDAR-ADDRESS")?.value ?? "")),
  );
const NAMES: ReadonlySet<string> = new Set(["ATTENDEE", "ORGANIZER"]);

type Contents = Pick<EventNotificationPayload, "type" | "event" | "eventPatch">;

function payloadOf(
  before: CalendarObject | undefined,
  after: CalendarObject | undefined,
): Contents | undefined {
  const old = eventOf(before);
  const next = eventOf(after);
  const event = old ?? next;
  if (!event) return undefined;
  const type = !old ? "created" : next ? "updated" : "destroyed";
  const eventPatch = old && next ? patchBetween(old, next) : undefined;
  const whole = { type, event, ...(eventPatch && { eventPatch }) } as const;
  return JSON.stringify(whole).length <= LONGEST ? whole : { type, event: shortened(event) };
}

/** Tasks and journals are not events. */
function eventOf(object: CalendarObject | undefined): JSEvent | undefined {
  const read = object?.type === "VEVENT" ? eventFromObject(object) : undefined;
  return read?.ok ? read.value : undefined;
}

function patchBetween(before: JSEvent, after: JSEvent): PatchObject {
  const [old, next] = [before, after] as unknown as readonly Readonly<Record<string, JsonValue>>[];
  if (!old || !next) return {};
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  const changed = names.filter((name) => !sameJson(old[name], next[name]));
  return Object.fromEntries(changed.map((name) => [name, next[name] ?? null]));
}

function shortened(event: JSEvent): JSEvent {
  const { uid, title = "", start, timeZone = null } = event;
  return { "@type": "Event", uid, title: title.slice(0, 1_000), start, timeZone } as JSEvent;
}

interface Owned {
  readonly id: PrincipalId;
  readonly doer: PrincipalId | null;
  readonly isByOthers: boolean;
}

/** Of what a household has organized each of its members is told what others did. Who did it knows. */
async function ownersOf(
  tx: WriteScope["tx"],
  { id, doer, isByOthers }: Owned,
): Promise<readonly Principal[]> {
  if (isByOthers && (await tx.households.byId(id))) return peopleOfParty(tx, id);
  const own = id === doer ? undefined : await tx.principals.byId(id);
  return own ? [own] : [];
}
