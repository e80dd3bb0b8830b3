import type { BusyPeriod, BusyType } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import { formatUtcDateTime, parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { recurrenceKey } from "@snart/calendar/jscalendar/item-time.ts";
import { timesOf } from "@snart/calendar/jscalendar/series/series-of-event.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import * as v from "valibot";
import { personFreeBusy } from "../../app/hours/person-free-busy.ts";
import type { BusyEvent } from "../../app/hours/busy-sum.ts";
import type { Problem } from "../../app/problems.ts";
import type { Principal, PrincipalId } from "../../app/types.ts";
import { eventRecord, type EventRecord } from "../context/event-record.ts";
import { ownAddresses } from "../context/own-addresses.ts";
import { viewOf, type EventView } from "../calendars/events/event-view.ts";
import { occurrenceRecord } from "../calendars/events/occurrence.ts";
import { syntheticId } from "../calendars/events/synthetic-id.ts";
import { ownAccountMethod, type Answer, type MethodContext } from "../method.ts";
import { methodErrorOf } from "../problem.ts";
import { flag, id, idText, propertyList } from "../standard/arguments.ts";
import { AVAILABILITY } from "../wire/capabilities.ts";
import { invalidArguments, type MethodError } from "../wire/errors.ts";

const utc = v.pipe(
  v.string(),
  v.check((text) => parseUtcDateTime(text) !== undefined, "must be a UTCDateTime"),
);

const schema = v.strictObject({
  accountId: id,
  id: idText,
  utcStart: utc,
  utcEnd: utc,
  showDetails: v.nullish(flag(false)),
  eventProperties: propertyList,
});

/** Principal/getAvailability (JMAP Calendars): a person's busy times, as far as the actor may know. */
export const principalGetAvailability = ownAccountMethod(AVAILABILITY, schema, async (context, _, args) => {
  const { app, actor } = context;
  const window = { from: parseUtcDateTime(args.utcStart) ?? 0, to: parseUtcDateTime(args.utcEnd) ?? 0 };
  if (window.to <= window.from) return failed(invalidArguments("utcEnd must be after utcStart"));
  const details = args.showDetails === true;
  const busy = await personFreeBusy(app, actor, args.id as PrincipalId, window, { details });
  if (!busy.ok) return failed(availabilityError(busy.problem));
  const { events, periods } = busy.value;
  const shown = events.length === 0 ? [] : await detailsOf(context, events, args.eventProperties ?? null);
  const list = [...periods.map((period) => busyPeriod(period, null, null)), ...shown];
  return ok({ list: list.toSorted(byStart) });
});

const STATUS: Readonly<Record<BusyType, string>> = {
  BUSY: "confirmed",
  "BUSY-TENTATIVE": "tentative",
  "BUSY-UNAVAILABLE": "unavailable",
};

interface BusyPeriodRecord {
  readonly utcStart: string;
  readonly utcEnd: string;
  readonly busyStatus: string;
  readonly event: Answer | null;
  readonly accountId: string | null;
}

const busyPeriod = (
  { from, to, type }: BusyPeriod,
  event: Answer | null,
  accountId: string | null,
): BusyPeriodRecord => ({
  utcStart: formatUtcDateTime(from),
  utcEnd: formatUtcDateTime(to),
  busyStatus: STATUS[type],
  event,
  accountId,
});

/** UTCDateTimes with four-digit years sort by time. */
const byStart = (a: BusyPeriodRecord, b: BusyPeriodRecord): number =>
  a.utcStart < b.utcStart ? -1 : a.utcStart > b.utcStart ? 1 : 0;

/** A window that is too long, and one with too much in it, both need a smaller request. */
function availabilityError(problem: Problem): MethodError {
  const error = methodErrorOf(problem);
  return problem.code === "range-too-long" || problem.code === "too-many-occurrences"
    ? { ...error, type: "tooLarge" }
    : error;
}

/** Periods with their events; one that can't be shown as an event has none. */
async function detailsOf(
  { app, actor, accounts, report }: MethodContext,
  events: readonly BusyEvent[],
  properties: readonly string[] | null,
): Promise<BusyPeriodRecord[]> {
  const owners = new Map((await accounts()).map((account) => [account.id, account]));
  const view: EventView = {
    properties,
    overridesFrom: null,
    overridesBefore: null,
    reduceParticipants: false,
    zone: UTC,
    isMe: await ownAddresses({ app, actor }),
  };
  return events.map((event) => {
    const owner = owners.get(event.stored.accountId);
    try {
      const shown = owner && eventAnswer(event, owner, view);
      return shown
        ? busyPeriod(event.period, shown, event.stored.accountId)
        : busyPeriod(event.period, null, null);
    } catch (error) {
      report(error);
      return busyPeriod(event.period, null, null);
    }
  });
}

/** The event as CalendarEvent/get would return it, for a series the one occurrence; with its id only on request. */
function eventAnswer(
  { stored, object, occurrence, grant }: BusyEvent,
  owner: Principal,
  view: EventView,
): Answer {
  const base = eventRecord({ stored, object }, owner);
  const answer = viewOf(occurrenceOf(base, occurrence), grant, view);
  const { id: _, ...withoutId } = answer;
  return view.properties === null || view.properties.includes("id") ? answer : withoutId;
}

function occurrenceOf(base: EventRecord, { recurrenceId }: BusyEvent["occurrence"]): EventRecord {
  const start = timesOf(base)?.start;
  if (!recurrenceId || !start) return base;
  const key = recurrenceKey(recurrenceId, start);
  return occurrenceRecord(base, key, syntheticId(base.id, key));
}
