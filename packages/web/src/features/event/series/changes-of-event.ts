import { applyPatch } from "@snart/calendar/jscalendar/patch.ts";
import type { JSEvent, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { Change } from "../../../store/queue/change.ts";
import { accountOfKey, entryKey, idOfKey, type CalendarEntry } from "../../../store/items/entries.ts";
import { arrangerOf } from "../../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { startText, timePatch, type Span } from "../../../store/items/span.ts";
import type { Scope } from "./series-change.ts";

/** The key of an event that the server has yet to name. */
export const newEventKey = (calendarKey: string, uid: string): string =>
  entryKey(accountOfKey(calendarKey), `new-${uid}`);

/** Whether events may be put into a calendar: it may be written, and is not for tasks alone. */
export const takesEvents = ({ mayWrite, holdsEvents = true }: CalendarEntry): boolean =>
  mayWrite && holdsEvents;

/** The calendar that new events go to: the chosen one if it may be written, whosever it is, else the first that may. */
export function calendarForNew(
  calendars: readonly CalendarEntry[],
  preferredId?: string | null,
): CalendarEntry | undefined {
  const open = calendars.filter(takesEvents);
  return (
    open.find((it) => it.id === preferredId) ??
    open.find((it) => it.isDefault) ??
    open.find((it) => !it.isShared) ??
    open[0]
  );
}

/** Explicitly no default reminder: in another's calendar this must be stored. */
const SILENT = { useDefaultAlerts: false } as const;

/** The change that makes a copy at another time: one event of its own, without guests. */
export function copyOf(
  occurrence: ShownOccurrence,
  span: Span,
  uid: string,
  target: CalendarEntry,
  viewer: Zone,
): Change {
  const { start, end, allDay } = occurrence;
  const {
    id: _id,
    recurrenceId: _recurrenceId,
    recurrenceIdTimeZone: _recurrenceIdTimeZone,
    recurrenceRule: _rule,
    recurrenceOverrides: _overrides,
    participants: _participants,
    organizerCalendarAddress: _organizer,
    utcStart: _utcStart,
    utcEnd: _utcEnd,
    isOrigin: _isOrigin,
    baseEventId: _base,
    ...rest
  } = occurrence.event;
  const moved = { ...rest, start: startText(span.allDay === allDay ? rest : {}, span, viewer) };
  const patched = applyPatch(moved, timePatch(rest, { start, end, allDay }, span, viewer));
  const made = patched.ok ? patched.value : moved;
  const event: JSEvent = { ...SILENT, ...made, uid, calendarIds: { [target.id]: true } };
  return { kind: "create", key: newEventKey(target.key, uid), event };
}

/**
 * The changes that move an event, with all its occurrences, to another calendar; in another account it is created
 * again.
 */
export function calendarMove(
  occurrence: ShownOccurrence,
  patch: PatchObject,
  calendarKey: string,
  uid: string,
): Change[] {
  const { entry } = occurrence;
  const calendarIds = { [idOfKey(calendarKey)]: true };
  if (accountOfKey(calendarKey) === entry.accountId) {
    return [{ kind: "update", key: entry.key, patch: { ...patch, calendarIds } }];
  }
  const patched = applyPatch(entry.event, patch);
  const { id: _id, ...event } = patched.ok ? patched.value : entry.event;
  return [
    { kind: "create", key: newEventKey(calendarKey, uid), event: { ...SILENT, ...event, calendarIds } },
    { kind: "destroy", key: entry.key },
  ];
}

/**
 * For which events of a series a patch can be meant: a new rule can't be for one of them only, nor can what a changed
 * occurrence may not say (RFC 8984 §4.3.5), and from the first one on is all of them.
 */
export function scopesOf(occurrence: ShownOccurrence, patch: PatchObject): readonly Scope[] {
  const { recurrenceId, entry } = occurrence;
  if (recurrenceId === null) return ["all"];
  const scopes: Scope[] = ["one"];
  if ("recurrenceRule" in patch || "privacy" in patch) scopes.pop();
  // Somebody else's series is not ours to split.
  if (recurrenceId > entry.event.start && arrangerOf(entry.event) === null) scopes.push("following");
  return [...scopes, "all"];
}
