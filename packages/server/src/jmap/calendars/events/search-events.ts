import { gramsOfTokens } from "@snart/calendar/filter/search-grams.ts";
import { recurrenceKey } from "@snart/calendar/jscalendar/item-time.ts";
import { seriesOfEvent } from "@snart/calendar/jscalendar/series/series-of-event.ts";
import { hintOf, matchesEventFilter, type EventFilter } from "@snart/calendar/filter/event-filter.ts";
import { expandAsFar } from "@snart/calendar/recurrence/expand-as-far.ts";
import type { Window } from "@snart/calendar/recurrence/expand.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { findObjectPages } from "../../../app/objects/get-objects.ts";
import type { Problem } from "../../../app/problems.ts";
import { byNearness, searchObjects } from "../../../app/objects/search-objects.ts";
import type { Principal, StoredObject } from "../../../app/types.ts";
import type { MethodContext } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import type { MethodError } from "../../wire/errors.ts";
import type { EventRecord } from "../../context/event-record.ts";
import { ownAddresses } from "../../context/own-addresses.ts";
import { withParticipantsFor } from "./event-view.ts";
import { isRecurring, occurrenceRecord } from "./occurrence.ts";
import { syntheticId } from "./synthetic-id.ts";
import { visibleCalendars } from "../visible-calendars.ts";

export interface EventSearch {
  readonly filter: EventFilter;
  readonly zone: Zone;
  /** If given, series are returned as their occurrences in it. */
  readonly expandIn: Window | null;
}

/**
 * Every matching event of the account, or occurrence of one. The index narrows, the filter decides
 * (docs/architecture.md, decision 6).
 * @param keep what is kept of each: whole events of a long answer would not fit into memory
 */
export async function searchEvents<T>(
  context: MethodContext,
  account: Principal,
  search: EventSearch,
  keep: (event: EventRecord) => T,
): Promise<Result<T[], MethodError>> {
  const pages = await candidatesFor(context, account, search);
  if (!pages.ok) return pages;
  const read = await readerFor(context, account);
  const window = search.expandIn ?? windowAlone(search);
  const { turns, limits } = context.app;
  const turn = turns.of(context.actor.principalId);
  const found: T[] = [];
  let expanded = 0;
  for await (const page of pages.value) {
    if (!page.ok) return failed(methodErrorOf(page.problem));
    for (const stored of page.value) {
      if (turn.isDue()) await turn.next();
      const event = stored.component === "VEVENT" ? read(stored, window) : undefined;
      if (!event) continue;
      const instances = instancesOf(context, event, search, () => read(stored));
      if (!instances) continue;
      expanded += instances.count;
      if (search.expandIn && expanded > limits.occurrencesPerQuery)
        return failed({ type: "cannotCalculateOccurrences" });
      for (const instance of instances.events) {
        if (turn.isDue()) await turn.next();
        if (matchesEventFilter(instance, stored, search.filter, search.zone)) found.push(keep(instance));
      }
    }
  }
  return ok(found);
}

type Pages = AsyncIterable<Result<readonly StoredObject[], Problem>>;

async function candidatesFor(
  context: MethodContext,
  account: Principal,
  { filter, zone }: EventSearch,
): Promise<Result<Pages, MethodError>> {
  const { app, actor } = context;
  const calendars = await visibleCalendars(context, account);
  if (!calendars.ok) return calendars;
  const { from, to, calendarIds, uid, tokens } = hintOf(filter, zone);
  const inScope = calendars.value
    .map(({ grant }) => grant.calendar.id)
    .filter((id) => calendarIds?.has(id) ?? true);
  if (inScope.length === 0) return ok(onePage([]));
  // "After" and "before" may be met by different occurrences, so they can cross; an event that meets both spans the
  // gap.
  const crossed = from !== null && to !== null && from > to;
  const range = crossed ? { from: to, to: from } : { from, to };
  const grams = gramsOfTokens(tokens);
  // Between two ends the interval index is narrower.
  if (grams.length > 0 && uid === null && (from === null || to === null))
    return ok(searchObjects(app, actor, { calendarIds: inScope, grams, nearestTo: app.now() }));
  const query = {
    calendarIds: inScope,
    component: "VEVENT",
    ...range,
    ...(uid !== null && { uid }),
  } as const;
  return ok(findObjectPages(app, actor, query));
}

/**
 * The ids of matching events nearest to now: at most `most` of them, reading no more than needed. Without words that
 * the index knows, everything is read.
 */
export async function nearestEvents(
  context: MethodContext,
  account: Principal,
  { filter, zone }: EventSearch,
  most: number,
): Promise<Result<readonly string[], MethodError>> {
  const nearestTo = context.app.now();
  const pages = await pagesByNearness(context, account, { filter, zone }, nearestTo);
  if (!pages.ok) return pages;
  const { isSorted } = pages.value;
  const read = await readerFor(context, account);
  const turn = context.app.turns.of(context.actor.principalId);
  const found: Pick<StoredObject, "id" | "start" | "end">[] = [];
  for await (const page of pages.value.pages) {
    if (!page.ok) return failed(methodErrorOf(page.problem));
    for (const stored of page.value) {
      if (turn.isDue()) await turn.next();
      const event = stored.component === "VEVENT" ? read(stored) : undefined;
      const { id, start, end } = stored;
      if (event && matchesEventFilter(event, stored, filter, zone)) found.push({ id, start, end });
      if (isSorted && found.length >= most) break;
    }
    if (isSorted && found.length >= most) break;
  }
  const nearest = isSorted ? found : found.toSorted(byNearness(nearestTo)).slice(0, most);
  return ok(nearest.map(({ id }) => id));
}

/** `isSorted`: the pages come nearest first. */
async function pagesByNearness(
  context: MethodContext,
  account: Principal,
  { filter, zone }: Omit<EventSearch, "expandIn">,
  nearestTo: number,
): Promise<Result<{ readonly pages: Pages; readonly isSorted: boolean }, MethodError>> {
  const { app, actor } = context;
  const { calendarIds, tokens } = hintOf(filter, zone);
  const grams = gramsOfTokens(tokens);
  if (grams.length > 0) {
    const calendars = await visibleCalendars(context, account);
    if (!calendars.ok) return calendars;
    const ids = calendars.value.map(({ grant }) => grant.calendar.id);
    const inScope = ids.filter((id) => calendarIds?.has(id) ?? true);
    const pages = searchObjects(app, actor, { calendarIds: inScope, grams, nearestTo });
    return ok({ pages, isSorted: true });
  }
  const pages = await candidatesFor(context, account, { filter, zone, expandIn: null });
  return pages.ok ? ok({ pages: pages.value, isSorted: false }) : pages;
}

async function* onePage(
  stored: readonly StoredObject[],
): AsyncGenerator<Result<readonly StoredObject[], Problem>> {
  yield ok(stored);
}

/** Reads events as the requesting person sees them: hidden participants are not found by their names either. */
async function readerFor(
  context: MethodContext,
  account: Principal,
): Promise<(stored: StoredObject, window?: Window) => EventRecord | undefined> {
  const calendars = await visibleCalendars(context, account);
  const grants = calendars.ok ? calendars.value.map(({ grant }) => grant) : [];
  const owned = new Set(grants.filter(({ isOwner }) => isOwner).map(({ calendar }) => calendar.id));
  const view = { isMe: await ownAddresses(context), reduceParticipants: false };
  return (stored, window) => {
    const event = readEvent(context, account, stored, window);
    return event?.hideAttendees === true
      ? withParticipantsFor(event, owned.has(stored.calendarId), view)
      : event;
  };
}

function readEvent(
  context: MethodContext,
  account: Principal,
  stored: StoredObject,
  window: Window | undefined,
): EventRecord | undefined {
  try {
    return window
      ? context.parsed.recordAround(stored, account, window)
      : context.parsed.record(stored, account);
  } catch (error) {
    context.report(error);
    return undefined;
  }
}

/** Where everything is that a filter asks for, if it asks for a time alone. */
function windowAlone({ filter, zone }: EventSearch): Window | undefined {
  if (filter.kind !== "condition") return undefined;
  const {
    after: _after,
    before: _before,
    inCalendar: _one,
    inCalendars: _several,
    ...others
  } = filter.condition;
  const { from, to } = hintOf(filter, zone);
  const isAlone = Object.values(others).every((value) => value === undefined || value === null);
  return isAlone && from !== null && to !== null && from <= to ? { from, to } : undefined;
}

/**
 * An event, or its occurrences if these are asked for.
 * @param readWhole reads it with all of its occurrences
 */
function instancesOf(
  context: MethodContext,
  event: EventRecord,
  { expandIn, zone }: EventSearch,
  readWhole: () => EventRecord | undefined,
): Instances | undefined {
  if (!expandIn || !isRecurring(event)) return { count: 1, events: [event] };
  const found = occurrences(context, event, expandIn, zone);
  if (found !== "itself") return found;
  const whole = readWhole();
  return whole && { count: 1, events: [whole] };
}

/**
 * The occurrences of an event in a window. One whose occurrences can't be counted, or are more than a whole answer may
 * have, stands for itself: it must not fail the query of all others.
 */
function occurrences(
  { app }: MethodContext,
  event: EventRecord,
  window: Window,
  zone: Zone,
): Instances | "itself" {
  const series = seriesOfEvent(event);
  const limits = { maxOccurrences: app.limits.occurrencesPerQuery };
  if (!series.ok) return "itself";
  const found = expandAsFar(series.value, window, zone, limits);
  if (found.problem?.code === "too-many-occurrences") return "itself";
  const keys = found.occurrences.map(
    ({ recurrenceId }) => recurrenceId && recurrenceKey(recurrenceId, series.value.start),
  );
  const events = keys
    .values()
    .map((key) => (key === null ? event : occurrenceRecord(event, key, syntheticId(event.id, key))));
  return { count: keys.length, events };
}

/** Made one by one, when they are asked for. */
interface Instances {
  readonly count: number;
  readonly events: Iterable<EventRecord>;
}
