import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { firstProperty, withProperty, type Component } from "@snart/calendar/icalendar/component.ts";
import type { ComponentTimes } from "@snart/calendar/recurrence/component-times.ts";
import { zonesOf } from "@snart/calendar/recurrence/resolve-zone.ts";
import { changeAll } from "@snart/calendar/jscalendar/series/edit-series.ts";
import { eventFromObject } from "@snart/calendar/jscalendar/to-jscalendar.ts";
import { asJson, sameJson } from "@snart/calendar/jscalendar/patch.ts";
import type { PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { patchObject } from "@snart/calendar/jscalendar/update-object.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { attendeeAt, componentsOf, organizerOf } from "@snart/calendar/scheduling/attendee.ts";
import { atTimes, repeats } from "@snart/calendar/scheduling/counter.ts";
import {
  instanceOf,
  keyOfTime,
  overridesByKey,
  recurrenceTime,
  withOverrides,
} from "@snart/calendar/scheduling/instance.ts";
import { messageCalendar, sequenceOf, withSequence } from "@snart/calendar/scheduling/itip-message.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantCalendar } from "../grants.ts";
import { checkCalendar } from "../objects/prepare-object.ts";
import { ReadObject } from "../objects/read-stored.ts";
import type { Problem } from "../problems.ts";
import { enqueueMessages, routed } from "../scheduling/outgoing.ts";
import { signed, takingPart } from "../scheduling/taking-part.ts";
import { SENDS, writeAccount, type WriteScope } from "../scope.ts";
import { storeObject } from "../write/store-object.ts";
import {
  mayAnswer,
  readProposal,
  removeProposal,
  toldOfProposal,
  type Proposal,
} from "./waiting-proposals.ts";

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
    const { tx } = scope;
    const [item] = await tx.inbox.byUris(accountId, [id]);
    const proposal = item && (await readProposal(tx, item));
    if (!proposal || !(await mayAnswer(tx, actor, proposal))) return failed({ code: "not-found" });
    const told = await toldOfProposal(tx, proposal);
    const done = isAccepted ? await accept(scope, proposal) : await decline(scope, proposal);
    if (done.ok) await removeProposal(scope, id, told);
    return done;
  };
  return writeAccount(app, actor, accountId, work, SENDS);
}

async function accept(scope: WriteScope, proposal: Proposal): Promise<Result<void, Problem>> {
  const { stored } = proposal;
  const grant = await grantCalendar(scope.tx, scope.actor, stored.calendarId);
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
    return (
      main && withOverrides(object, movedComponent(object, main, times), overridesByKey(object)).calendar
    );
  }
  const key = keyOfTime(instance);
  const there = overridesByKey(object).get(key) ?? instanceOf(object, key);
  if (!there) return undefined;
  const overrides = new Map([...overridesByKey(object), [key, movedComponent(object, there, times)]]);
  return withOverrides(object, object.main, overrides).calendar;
}

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
  const wanted = movedComponent(object, rule ? withProperty(main, rule) : main, times);
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

/** The same component anew at other times, which all guests are asked about. */
const movedComponent = (object: CalendarObject, component: Component, times: ComponentTimes): Component =>
  withSequence(atTimes(object, component, times), sequenceOf(component) + 1);

async function decline(scope: WriteScope, proposal: Proposal): Promise<Result<void, Problem>> {
  const { stored, event, object, component, proposer } = proposal;
  const organizer = organizerOf(event);
  const party = await takingPart(scope.tx, stored);
  const isGuest = componentsOf(event).some((one) => attendeeAt(one, proposer.value));
  if (!organizer || !party || !isGuest) return ok(undefined);
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
  const declined = await signed(scope, party, "ORGANIZER", [message]);
  await enqueueMessages(scope, stored.id, await routed(scope, declined), proposal.id);
  return ok(undefined);
}
