import { withoutProperties } from "@snart/calendar/icalendar/component.ts";
import { parseLocalDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { readComponentTimes } from "@snart/calendar/recurrence/component-times.ts";
import { zonesOf } from "@snart/calendar/recurrence/resolve-zone.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { counterMessage, type NotProposable, type ProposedTime } from "@snart/calendar/scheduling/counter.ts";
import { keyOfTime, type InstanceKey } from "@snart/calendar/scheduling/instance.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { withLocal } from "@snart/calendar/time/calendar-time.ts";
import type { ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantCalendar } from "../grants.ts";
import { mayReadObject } from "../objects/object-rights.ts";
import { checkCalendar } from "../objects/prepare-object.ts";
import { readStored } from "../objects/read-stored.ts";
import type { Problem } from "../problems.ts";
import { enqueueMessages, routed } from "../scheduling/outgoing.ts";
import { signed, takingPart } from "../scheduling/taking-part.ts";
import { SENDS, writeAccount, type WriteScope } from "../scope.ts";

/** An event, or one occurrence of it. */
interface EventPart {
  readonly objectId: ObjectId;
  /** local time of the occurrence, as JSCalendar writes it */
  readonly recurrenceId: string | undefined;
}

const MOST_OF_A_NOTE = 1_000;

/**
 * Proposes another time to the organizer of an event to which the calendar's owner is invited (RFC 5546 §3.2.7).
 * Nothing is stored: the event stays as it is until the organizer moves it.
 * @param part with the id of the series alone the whole series is meant
 * @returns `not-found` for an event that the actor does not see, `forbidden` for one that they can't answer,
 * `invalid-value` for one to whose organizer no time can be proposed, and for an impossible time; `no-such-instance`;
 * `guests-unreachable` if no message reaches the organizer
 */
export function proposeTime(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  { objectId, recurrenceId }: EventPart,
  wanted: Omit<ProposedTime, "instance">,
): Promise<Result<void, Problem>> {
  const work = async (scope: WriteScope): Promise<Result<void, Problem>> => {
    const stored = await scope.tx.objects.byId(objectId);
    if (!stored || stored.accountId !== accountId) return failed({ code: "not-found" });
    const grant = await grantCalendar(scope.tx, actor, stored.calendarId, "mayWriteAll");
    if (!grant.ok) return grant;
    const object = readStored(stored);
    if (!mayReadObject(grant.value, object, stored.creatorId)) return failed({ code: "not-found" });
    const party = stored.scheduleTag === null ? undefined : await takingPart(scope.tx, stored);
    if (!party) return failed(refusal("not-invited"));
    const instance = recurrenceId === undefined ? null : instanceNamed(object, recurrenceId);
    if (instance === undefined) return failed(refusal("no-such-instance"));
    const note = wanted.note.trim().slice(0, MOST_OF_A_NOTE);
    const context = { now: scope.now, prodId: app.prodId };
    const message = counterMessage(object, { ...wanted, note, instance }, party.isMine, context);
    if (!message.ok) return failed(refusal(message.problem));
    const checked = checkCalendar(app, withoutProperties(message.value.calendar, "METHOD"));
    if (!checked.ok) return checked;
    const messages = await routed(scope, await signed(scope, party, "ATTENDEE", [message.value]));
    if (!messages.some(({ status }) => status === "1.1" || status === "1.2"))
      return failed({ code: "guests-unreachable", guests: [message.value.recipient] });
    await enqueueMessages(scope, stored.id, messages, app.newId());
    return ok(undefined);
  };
  return writeAccount(app, actor, accountId, work, SENDS);
}

function instanceNamed(object: CalendarObject, recurrenceId: string): InstanceKey | undefined {
  const local = parseLocalDateTime(recurrenceId);
  const first = object.main ?? object.overrides[0];
  const times = first && readComponentTimes(first, object.type, zonesOf(object));
  const start = times?.ok ? times.value?.start : undefined;
  return local === undefined || !start ? undefined : keyOfTime(withLocal(start, local));
}

function refusal(problem: NotProposable): Problem {
  if (problem === "no-such-instance") return { code: "no-such-instance" };
  const [field, detail] = REFUSALS[problem];
  return { code: "invalid-value", field, detail };
}

const REFUSALS: Readonly<Record<Exclude<NotProposable, "no-such-instance">, readonly [string, string]>> = {
  "not-invited": ["eventId", "its calendar's owner is not invited to it"],
  "sent-elsewhere": ["eventId", "this server does not send the answers to it"],
  cancelled: ["eventId", "it is cancelled"],
  over: ["eventId", "it is over"],
  past: ["utcStart", "it is past"],
  "no-time": ["utcEnd", "these are no times of an event"],
  "same-time": ["utcStart", "it is the present time"],
};
