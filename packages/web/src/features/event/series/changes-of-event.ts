import { applyPatch } from "@snart/calendar/jscalendar/patch.ts";
import type { JSEvent, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { Change } from "../../../store/queue/change.ts";
import { accountOfKey, entryKey, idOfKey, type CalendarEntry } from "../../../store/items/entries.ts";
import { arrangerOf } from "../../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { startText, timePatch, type Span } from "../../../store/items/span.ts";
import type { Scope } from "./series-change.ts";

/** Returns the key of an event to which the server has not given an id yet. */
export const newEventKey = (calendarKey: string, uid: string): string =>
  entryKey(accountOfKey(calendarKey), `new-${uid}`);

/** Turns the default alerts off (RFC 8984 §4.5.1); in another person's calendar this must be stored. */
const SILENT = { useDefaultAlerts: false } as const;

/** Returns the change that copies an occurrence to another time, as an event of its own, without guests. */
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
    "snart:isOthers": _isOthers,
    "snart:warnings": _warnings,
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
 * Returns the changes that move an event, with all its occurrences, to another calendar. In another account the event is
 * created again.
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
 * Returns the events of a series to which a patch can apply. A new rule can't apply to one event only, nor can properties
 * that an override may not have (RFC 8984 §4.3.5); the first event and the following ones are all of them.
 */
export function scopesOf(occurrence: ShownOccurrence, patch: PatchObject): readonly Scope[] {
  const { recurrenceId, entry } = occurrence;
  if (recurrenceId === null) return ["all"];
  const scopes: Scope[] = ["one"];
  if ("recurrenceRule" in patch || "privacy" in patch) scopes.pop();
  // A guest may not split the organizer's series.
  if (recurrenceId > entry.event.start && arrangerOf(entry.event) === null) scopes.push("following");
  return [...scopes, "all"];
}
