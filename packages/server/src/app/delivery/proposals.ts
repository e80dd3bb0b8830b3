import { readCalendarObject, type CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import {
  firstProperty,
  withProperty,
  withoutProperties,
  type Component,
  type Property,
} from "@snart/calendar/icalendar/component.ts";
import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import { writeTime } from "@snart/calendar/icalendar/time-property.ts";
import { readComponentTimes, type ComponentTimes } from "@snart/calendar/recurrence/component-times.ts";
import { zonesOf } from "@snart/calendar/recurrence/resolve-zone.ts";
import { changeAll } from "@snart/calendar/jscalendar/series/edit-series.ts";
import { eventFromObject } from "@snart/calendar/jscalendar/to-jscalendar.ts";
import { asJson, sameJson } from "@snart/calendar/jscalendar/patch.ts";
import type { PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { patchObject } from "@snart/calendar/jscalendar/update-object.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { asStored } from "@snart/calendar/scheduling/outside/as-stored.ts";
import { attendeeAt, attendeesOf, componentsOf, organizerOf } from "@snart/calendar/scheduling/attendee.ts";
import {
  instanceOf,
  keyOfTime,
  overridesByKey,
  recurrenceTime,
  withOverrides,
} from "@snart/calendar/scheduling/instance.ts";
import { messageCalendar, sequenceOf, withSequence } from "@snart/calendar/scheduling/itip-message.ts";
import { instantOf, timedAt, type CalendarTime } from "@snart/calendar/time/calendar-time.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { InboxItem } from "../../storage/records/inbox.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantAccount, grantCalendar } from "../grants.ts";
import { checkCalendar } from "../objects/prepare-object.ts";
import type { Problem } from "../problems.ts";
import { ReadObject, readStored } from "../objects/read-stored.ts";
import { SENDS, writeAccount, type WriteScope } from "../scope.ts";
import { storeObject } from "../write/store-object.ts";
import { enqueueMessages, routed } from "../scheduling/outgoing.ts";

/** A time that a guest proposes (RFC 5546 §3.2.7); it stays in the organizer's inbox until it is answered. */
export interface Proposal {
  /** name of the inbox item */
  readonly id: string;
  readonly stored: StoredObject;
  readonly object: CalendarObject;
  /** the guest's line in the proposal */
  readonly proposer: Property;
  /** the proposal, with a RECURRENCE-ID in the form of the series */
  readonly component: Component;
  readonly times: ComponentTimes;
  /** accepting it moves every occurrence */
  readonly movesSeries: boolean;
  readonly receivedAt: number;
}

/** Proposals that wait for an answer, newest first. Unreadable ones, and those for missing events, are left out. */
export function proposals(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
): Promise<Result<readonly Proposal[], Problem>> {
  return app.storage.read(async (tx) => {
    const granted = await grantAccount(tx, actor, accountId);
    if (!granted.ok) return granted;
    const items = await tx.inbox.list(accountId, app.limits.inboxMessages);
    const counters = items.filter(({ method }) => method === "COUNTER");
    const found: Proposal[] = [];
    for (const item of counters) {
      const read = await readProposal(tx, item);
      if (read) found.push(read);
    }
    return ok(found);
  });
}

async function readProposal(tx: ReadTransaction, item: InboxItem): Promise<Proposal | undefined> {
  const parsed = parseICalendar(item.icalendar);
  const message = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  const heads = await tx.objects.byUidInAccount(item.accountId, item.uid);
  const head = heads.find(({ scheduleTag }) => scheduleTag !== null);
  const stored = head && (await tx.objects.byId(head.id));
  if (!message.ok || !stored) return undefined;
  const event = readStored(stored);
  const own = asStored(message.value, event);
  const [component] = componentsOf(own);
  const proposer = component && attendeesOf(component)[0];
  const times = component && readComponentTimes(component, own.type, zonesOf(own));
  if (!component || !proposer || !times?.ok || !times.value) return undefined;
  const { uri: id, createdAt: receivedAt } = item;
  const movesSeries =
    !recurrenceTime(component, zonesOf(own)) && event.main !== undefined && repeats(event.main);
  return { id, stored, object: own, proposer, component, times: times.value, movesSeries, receivedAt };
}

/**
 * Answers a proposal: accepting moves the event, its one occurrence or the whole series, and notifies all guests;
 * declining notifies the guest who proposed it (DECLINECOUNTER). Either way it leaves the inbox.
 * @returns `invalid-value` for a proposal that can't be accepted: of a missing occurrence, of a repeating task
 */
export function answerProposal(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  id: string,
  isAccepted: boolean,
): Promise<Result<void, Problem>> {
  const work = async (scope: WriteScope): Promise<Result<void, Problem>> => {
    const granted = await grantAccount(scope.tx, actor, accountId);
    if (!granted.ok) return granted;
    const [item] = await scope.tx.inbox.byUris(accountId, [id]);
    const proposal = item?.method === "COUNTER" ? await readProposal(scope.tx, item) : undefined;
    if (!proposal) return failed({ code: "not-found" });
    const done = isAccepted ? await accept(scope, proposal) : await decline(scope, proposal);
    if (!done.ok) return done;
    await scope.tx.inbox.remove(accountId, id, scope.modseq);
    const told = { accountId, recipientId: accountId, type: "CalendarEventNotification" } as const;
    await scope.tx.notifications.remove(told, id.replace(/\.ics$/, ""), scope.modseq);
    return done;
  };
  return writeAccount(app, actor, accountId, work, SENDS);
}

async function accept(scope: WriteScope, proposal: Proposal): Promise<Result<void, Problem>> {
  const { stored } = proposal;
  const grant = await grantCalendar(scope.tx, scope.actor, stored.calendarId, "mayWriteAll");
  if (!grant.ok) return grant;
  const current = new ReadObject(stored);
  const moved = movedTo(current.object, proposal, scope.now);
  if (!moved)
    return failed({ code: "invalid-value", field: "isAccepted", detail: "there is nothing to be moved" });
  const checked = checkCalendar(scope.app, moved);
  if (!checked.ok) return checked;
  const written = await storeObject(scope, grant.value, { uri: stored.uri, current }, checked.value);
  return written.ok ? ok(undefined) : written;
}

/** The event at the proposed time, in its own zone. */
function movedTo(object: CalendarObject, proposal: Proposal, now: Instant): Component | undefined {
  const { object: message, component, times } = proposal;
  const instance = recurrenceTime(component, zonesOf(message));
  if (!instance) {
    const { main } = object;
    if (main && repeats(main)) return seriesMovedTo(object, main, proposal, now);
    return main && withOverrides(object, atTimes(object, main, times), overridesByKey(object)).calendar;
  }
  const key = keyOfTime(instance);
  const there = overridesByKey(object).get(key) ?? instanceOf(object, key);
  if (!there) return undefined;
  const overrides = new Map([...overridesByKey(object), [key, atTimes(object, there, times)]]);
  return withOverrides(object, object.main, overrides).calendar;
}

const repeats = (main: Component): boolean =>
  firstProperty(main, "RRULE") !== undefined || firstProperty(main, "RDATE") !== undefined;

/**
 * The series with its first occurrence at the proposed time, and everything that depends on it moved by the same
 * amount; with another rule if one is proposed.
 */
function seriesMovedTo(
  object: CalendarObject,
  main: Component,
  { component, times }: Proposal,
  now: Instant,
): Component | undefined {
  const rule = firstProperty(component, "RRULE");
  const wanted = atTimes(object, rule ? withProperty(main, rule) : main, times);
  const event = eventFromObject(object);
  const proposed = eventFromObject(withOverrides(object, wanted, overridesByKey(object)));
  if (!event.ok || !proposed.ok) return undefined;
  const { start, duration, recurrenceRule } = proposed.value;
  const isSameRule = sameJson(
    asJson({ recurrenceRule }),
    asJson({ recurrenceRule: event.value.recurrenceRule }),
  );
  const patch: PatchObject = {
    start,
    duration: duration ?? null,
    ...(!isSameRule && recurrenceRule && { recurrenceRule: asJson(recurrenceRule) }),
  };
  const moved = patchObject(object, changeAll(event.value, patch), { now });
  return moved.ok ? moved.value : undefined;
}

function atTimes(object: CalendarObject, component: Component, { start, end }: ComponentTimes): Component {
  const former = readComponentTimes(component, object.type, zonesOf(object));
  const own = former.ok ? former.value?.start : undefined;
  const like = (time: CalendarTime): CalendarTime =>
    own?.kind === "timed" && time.kind === "timed" ? timedAt(instantOf(time, UTC), own.zone, own.tzid) : time;
  const bare = withoutProperties(component, "DURATION");
  const moved = withProperty(
    withProperty(bare, writeTime("DTSTART", like(start))),
    writeTime(object.type === "VTODO" ? "DUE" : "DTEND", like(end)),
  );
  return withSequence(moved, sequenceOf(component) + 1);
}

async function decline(scope: WriteScope, proposal: Proposal): Promise<Result<void, Problem>> {
  const { stored, object, component, proposer } = proposal;
  const own = readStored(stored);
  const organizer = organizerOf(own);
  const isGuest = componentsOf(own).some((one) => attendeeAt(one, proposer.value));
  if (!organizer || !isGuest) return ok(undefined);
  const said = withProperty({ ...component, components: [] }, organizer);
  const message = {
    method: "DECLINECOUNTER",
    uid: stored.uid,
    sender: organizer.value.trim(),
    recipient: proposer.value.trim(),
    calendar: messageCalendar("DECLINECOUNTER", object, [said], {
      now: scope.now,
      prodId: scope.app.prodId,
    }),
    isQuiet: false,
  } as const;
  await enqueueMessages(scope, stored.id, await routed(scope, [message]));
  return ok(undefined);
}
