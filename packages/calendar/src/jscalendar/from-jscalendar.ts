import { makeComponent, makeProperty, type Component } from "../icalendar/component.ts";
import { textProperty } from "../icalendar/text.ts";
import { writeTime } from "../icalendar/time-property.ts";
import type { CalendarProblem } from "../problems.ts";
import { ok, type Result } from "../result.ts";
import { timed } from "../time/calendar-time.ts";
import type { Instant } from "../time/instant.ts";
import { ianaZone, UTC } from "../time/zone.ts";
import { checkItem } from "./check-item.ts";
import type { Item, JSEvent, JSTask } from "./types.ts";
import { parseLocalDateTime, parseUtcDateTime } from "./date-time-text.ts";
import { asJson } from "./patch.ts";
import { rewriteComponents } from "./write-item.ts";
import { withTimeZones } from "./write-time-zones.ts";

interface NewObjectContext {
  /** used if the event has no uid of its own */
  readonly uid: string;
  /** becomes DTSTAMP, LAST-MODIFIED and, if the event doesn't give it, CREATED */
  readonly now: Instant;
  readonly prodId: string;
}

/** Roughly when an item first takes place. */
export function firstUseOf(item: Item, now: Instant): Instant {
  const local = parseLocalDateTime(item.start ?? item.due ?? "");
  return local === undefined ? now : UTC.toInstant(local);
}

function bareComponent(name: "VEVENT" | "VTODO", item: Item, { uid, now }: NewObjectContext): Component {
  const at = (instant: Instant) => timed(UTC.toLocal(instant), UTC, null);
  return makeComponent(name, [
    textProperty("UID", item.uid ?? uid),
    writeTime("DTSTAMP", at(now)),
    // Nothing is made after it was changed, whatever a client's clock says (JMAP Calendars, CalendarEvent/set).
    writeTime("CREATED", at(Math.min(parseUtcDateTime(item.created ?? "") ?? now, now) as Instant)),
    writeTime("LAST-MODIFIED", at(now)),
    makeProperty("SEQUENCE", String(item.sequence)),
  ]);
}

function newObject(name: "VEVENT" | "VTODO", item: Item, context: NewObjectContext): Component {
  const sequence = item.sequence ?? 0;
  const lead = bareComponent(name, { ...item, sequence }, context);
  const rewriting = {
    before: { sequence },
    after: { ...item, sequence },
    now: context.now,
    zones: ianaZone,
    isNew: true,
  };
  const written = rewriteComponents({ lead, overrides: [] }, rewriting);
  const header = [
    makeProperty("VERSION", "2.0"),
    textProperty("PRODID", context.prodId),
    ...(item.method === undefined ? [] : [makeProperty("METHOD", item.method.toUpperCase())]),
  ];
  const calendar = makeComponent("VCALENDAR", header, [written.lead, ...written.overrides]);
  return withTimeZones(calendar, { first: firstUseOf(item, context.now), now: context.now });
}

/**
 * A new VCALENDAR for an event: its VEVENT, one for each changed occurrence, and the VTIMEZONEs that they refer to.
 * Properties without a counterpart in iCalendar become JSPROP; JMAP metadata is not written.
 */
export function objectFromEvent(
  event: JSEvent,
  context: NewObjectContext,
): Result<Component, CalendarProblem> {
  const checked = checkItem(asJson(event), { required: ["start"] });
  return checked.ok ? ok(newObject("VEVENT", checked.value as Item, context)) : checked;
}

/** A new VCALENDAR for a task; see `objectFromEvent`. */
export function objectFromTask(task: JSTask, context: NewObjectContext): Result<Component, CalendarProblem> {
  const checked = checkItem(asJson(task));
  return checked.ok ? ok(newObject("VTODO", checked.value as Item, context)) : checked;
}
