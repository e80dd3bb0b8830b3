import { parseLocalDateTime } from "../jscalendar/date-time-text.ts";
import type { JSEvent, LocalDateTime } from "../jscalendar/types.ts";
import type { Instant } from "../time/instant.ts";
import type { Zone } from "../time/zone.ts";
import type { IndexedObject } from "./decided-by-head.ts";
import { matchesCondition, searchTokens, type EventFilterCondition } from "./event-filter-condition.ts";
import { matchesFilter, type Filter } from "./filter-tree.ts";

/** A filter of CalendarEvent/query (JMAP Calendars). */
export type EventFilter = Filter<EventFilterCondition>;

/**
 * Whether an event, or an occurrence, matches; the exact answer.
 * @param stored its stored object
 * @param zone the query's, also for floating times
 */
export const matchesEventFilter = (
  event: JSEvent,
  stored: IndexedObject,
  filter: EventFilter,
  zone: Zone,
): boolean => matchesFilter(filter, (condition) => matchesCondition(event, condition, zone, stored));

/** A question for the index that misses no match; null sets no bound. */
interface FilterHint {
  readonly from: Instant | null;
  readonly to: Instant | null;
  readonly calendarIds: ReadonlySet<string> | null;
  readonly uid: string | null;
  /** Words that each match contains, folded; none sets no bound. */
  readonly tokens: readonly string[];
}

const NO_HINT: FilterHint = { from: null, to: null, calendarIds: null, uid: null, tokens: [] };

/** The widest bounds of a filter's matches. */
export function hintOf(filter: EventFilter, zone: Zone): FilterHint {
  switch (filter.kind) {
    case "condition":
      return hintOfCondition(filter.condition, zone);
    case "AND":
      return filter.conditions.map((child) => hintOf(child, zone)).reduce(both, NO_HINT);
    case "OR":
      // Without conditions nothing matches: then any hint will do.
      return filter.conditions.length === 0
        ? NO_HINT
        : filter.conditions.map((child) => hintOf(child, zone)).reduce(either);
    case "NOT":
      return NO_HINT;
  }
}

function hintOfCondition(condition: EventFilterCondition, zone: Zone): FilterHint {
  const { inCalendar, inCalendars, after, before, uid } = condition;
  const { text, title, description, location, owner, attendee } = condition;
  const one = typeof inCalendar === "string" ? new Set([inCalendar]) : null;
  const several = inCalendars ? new Set(inCalendars) : null;
  return {
    from: instantFrom(after, zone),
    to: instantFrom(before, zone),
    calendarIds: one && several ? one.intersection(several) : (one ?? several),
    uid: uid ?? null,
    tokens: [text, title, description, location, owner, attendee].flatMap((search) =>
      typeof search === "string" ? searchTokens(search) : [],
    ),
  };
}

function instantFrom(text: LocalDateTime | null | undefined, zone: Zone): Instant | null {
  const local = typeof text === "string" ? parseLocalDateTime(text) : undefined;
  return local === undefined ? null : zone.toInstant(local);
}

const both = (a: FilterHint, b: FilterHint): FilterHint => ({
  from: a.from === null || b.from === null ? (a.from ?? b.from) : Math.max(a.from, b.from),
  to: a.to === null || b.to === null ? (a.to ?? b.to) : Math.min(a.to, b.to),
  calendarIds:
    a.calendarIds && b.calendarIds
      ? a.calendarIds.intersection(b.calendarIds)
      : (a.calendarIds ?? b.calendarIds),
  uid: a.uid ?? b.uid,
  tokens: [...a.tokens, ...b.tokens],
});

const either = (a: FilterHint, b: FilterHint): FilterHint => ({
  from: a.from === null || b.from === null ? null : Math.min(a.from, b.from),
  to: a.to === null || b.to === null ? null : Math.max(a.to, b.to),
  calendarIds: a.calendarIds && b.calendarIds ? a.calendarIds.union(b.calendarIds) : null,
  uid: a.uid === b.uid ? a.uid : null,
  tokens: a.tokens.filter((token) => b.tokens.includes(token)),
});
