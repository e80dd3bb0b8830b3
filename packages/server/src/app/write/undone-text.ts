import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import {
  firstProperty,
  withComponents,
  withProperty,
  type Component,
} from "@snart/calendar/icalendar/component.ts";
import { asJson, sameJson } from "@snart/calendar/jscalendar/patch.ts";
import { itemFromObject } from "@snart/calendar/jscalendar/to-jscalendar.ts";
import type { JsonValue } from "@snart/calendar/jscalendar/types.ts";
import { componentsOf } from "@snart/calendar/scheduling/attendee.ts";
import type { Modseq } from "../../storage/records/ids.ts";
import { objectOf, readStored, type ReadObject } from "../objects/read-stored.ts";
import type { WriteScope } from "../scope.ts";

/**
 * The text that an object had before the action that an update undoes. The update alone would write what the action took out without all
 * that JSCalendar has no place for, such as another app's own properties of one changed occurrence.
 * @param undoTo the account's state before the action
 * @returns that text with the update's stamps; undefined unless it says what the update says, and no app has changed properties of its
 *   own since
 */
export async function undoneText(
  scope: WriteScope,
  current: ReadObject,
  updated: Component,
  undoTo: Modseq,
): Promise<Component | undefined> {
  const { id } = current.stored;
  const then = await scope.tx.history.textAt(id, undoTo);
  if (!then) return undefined;
  const former = readStored({ id, icalendar: then.icalendar });
  const wanted = objectOf(updated);
  const isUndone = sameJson(meaningOf(former), meaningOf(wanted)) && keptItsOwn(former, current.object);
  return isUndone ? stamped(former, wanted) : undefined;
}

/** What an event says, without what every writing stamps. */
function meaningOf(object: CalendarObject): JsonValue | undefined {
  const event = itemFromObject(object);
  if (!event.ok) return undefined;
  const { updated: _updated, sequence: _sequence, ...said } = asJson(event.value);
  return said;
}

const idOf = (item: Component): string => firstProperty(item, "RECURRENCE-ID")?.value ?? "";

/** Whether other apps' own properties are the same in all that both objects have. */
function keptItsOwn(former: CalendarObject, now: CalendarObject): boolean {
  const before = new Map(componentsOf(former).map((item) => [idOf(item), ownLines(item)]));
  return componentsOf(now).every((item) => (before.get(idOf(item)) ?? ownLines(item)) === ownLines(item));
}

const ownLines = (item: Component): string =>
  item.properties
    .filter(({ name }) => name.startsWith("X-"))
    .map(({ name, value }) => `${name}:${value}`)
    .toSorted()
    .join("\n");

const STAMPS = ["DTSTAMP", "LAST-MODIFIED", "SEQUENCE"] as const;

/** A former text is written again now, and its sequence goes on (RFC 5545 §3.8.7.4). */
function stamped(former: CalendarObject, update: CalendarObject): Component {
  const updated = new Map(componentsOf(update).map((item) => [idOf(item), item]));
  const own = new Set(componentsOf(former));
  const components = former.calendar.components.map((component) => {
    const like = own.has(component) ? (updated.get(idOf(component)) ?? update.main) : undefined;
    const stamps = STAMPS.map((name) => like && firstProperty(like, name)).filter((it) => it !== undefined);
    return stamps.reduce((item, stamp) => withProperty(item, stamp), component);
  });
  return withComponents(former.calendar, components);
}
