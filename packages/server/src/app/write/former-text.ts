import { readCalendarObject, type CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import {
  firstProperty,
  withComponents,
  withProperty,
  type Component,
} from "@snart/calendar/icalendar/component.ts";
import { asJson, sameJson } from "@snart/calendar/jscalendar/patch.ts";
import { itemFromObject } from "@snart/calendar/jscalendar/to-jscalendar.ts";
import type { JsonValue } from "@snart/calendar/jscalendar/types.ts";
import { readStored, type ReadObject } from "../objects/read-stored.ts";
import type { WriteScope } from "../scope.ts";

/** How far back an edit may give back what was: some undone actions, with the versions that undoing made. */
const LOOKED_AT = 8;
const MAX_LENGTH = 65_536;

/**
 * The former text of an event that an edit gives back: undoing, mostly. Written anew from the edit alone, what an earlier one
 * had taken out would lack all that JSCalendar has no place for, such as another app's own properties of one changed
 * occurrence. Only a text that says the same event, and of which nobody has changed such properties since.
 * @returns that text with the edit's stamps; undefined if there is none, as with every edit that is something new
 */
export async function formerText(
  scope: WriteScope,
  { stored, object: now }: ReadObject,
  patched: Component,
): Promise<Component | undefined> {
  const next = readCalendarObject(patched);
  const wanted = next.ok ? meaningOf(next.value) : undefined;
  if (!next.ok || wanted === undefined) return undefined;
  for (const version of await scope.tx.changes.versions(stored.id, LOOKED_AT)) {
    if (version.icalendar.length > MAX_LENGTH) continue;
    const former = readStored({ id: stored.id, icalendar: version.icalendar });
    const meaning = former.uid === next.value.uid ? meaningOf(former) : undefined;
    if (meaning === undefined || !sameJson(meaning, wanted)) continue;
    return keptItsOwn(former, now) ? stamped(former, next.value) : undefined;
  }
  return undefined;
}

/** What an event says, without what every writing stamps. */
function meaningOf(object: CalendarObject): JsonValue | undefined {
  const event = itemFromObject(object);
  if (!event.ok) return undefined;
  const { updated: _updated, sequence: _sequence, ...said } = asJson(event.value);
  return said;
}

const items = ({ main, overrides }: CalendarObject): readonly Component[] =>
  main ? [main, ...overrides] : overrides;

const idOf = (item: Component): string => firstProperty(item, "RECURRENCE-ID")?.value ?? "";

/** Whether other apps' own properties are the same in all that both objects have. */
function keptItsOwn(former: CalendarObject, now: CalendarObject): boolean {
  const before = new Map(items(former).map((item) => [idOf(item), ownLines(item)]));
  return items(now).every((item) => (before.get(idOf(item)) ?? ownLines(item)) === ownLines(item));
}

const ownLines = (item: Component): string =>
  item.properties
    .filter(({ name }) => name.startsWith("X-"))
    .map(({ name, value }) => `${name}:${value}`)
    .toSorted()
    .join("\n");

const STAMPS = ["DTSTAMP", "LAST-MODIFIED", "SEQUENCE"] as const;

/** A former text is written again now, and its sequence goes on (RFC 5545 §3.8.7.4). */
function stamped(former: CalendarObject, edit: CalendarObject): Component {
  const edited = new Map(items(edit).map((item) => [idOf(item), item]));
  const own = new Set(items(former));
  const components = former.calendar.components.map((component) => {
    const like = own.has(component) ? (edited.get(idOf(component)) ?? edit.main) : undefined;
    const stamps = STAMPS.map((name) => like && firstProperty(like, name)).filter((it) => it !== undefined);
    return stamps.reduce((item, stamp) => withProperty(item, stamp), component);
  });
  return withComponents(former.calendar, components);
}
