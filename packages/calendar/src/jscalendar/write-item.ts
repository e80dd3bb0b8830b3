import {
  firstProperty,
  makeProperty,
  propertiesNamed,
  withProperties,
  withProperty,
  type Component,
  type ParameterValues,
} from "../icalendar/component.ts";
import { readTimes, writeTime, type ZoneLookup } from "../icalendar/time-property.ts";
import { timed, type CalendarTime } from "../time/calendar-time.ts";
import type { Instant } from "../time/instant.ts";
import { UTC } from "../time/zone.ts";
import { rewriteItem } from "./component-item.ts";
import { withTime } from "./properties/event-times.ts";
import type { Item, LocalDateTime, PatchObject } from "./types.ts";
import { keyOfOverride, seriesStart, withDates } from "./exceptions.ts";
import { isAllDay, recurrenceKey, timeFrom } from "./item-time.ts";
import { isExcluded, occurrenceOf, plainOccurrence } from "./occurrence.ts";
import { parseLocalDateTime } from "./date-time-text.ts";
import { furtherGenerator, withFurtherRulesMoved } from "./further-rules.ts";
import { asJson, pathTokens, sameJson } from "./patch.ts";
import { generatorOf } from "./series/series-of-event.ts";
import { shiftText } from "./series/shift-text.ts";
import { followersOf, isTurn } from "./series/this-and-future.ts";

/** The components of an object inside the VCALENDAR: the lead component and those of single instances. */
export interface ItemComponents {
  readonly lead: Component;
  readonly overrides: readonly Component[];
}

/** The context in which a new version of an item is written. */
interface Rewriting {
  readonly before: Item;
  readonly after: Item;
  readonly now: Instant;
  readonly zones: ZoneLookup;
  /** the object is new: there is no change to stamp */
  readonly isNew?: boolean;
  /** SEQUENCE increases with every change that is for everybody (JMAP Calendars, "CalendarEvent/set") */
  readonly countsChanges?: boolean;
}

/** Changes of these change the schedule: SEQUENCE increases (RFC 5546 §2.1.4). */
const SCHEDULE: readonly (keyof Item)[] = [
  "start",
  "due",
  "duration",
  "timeZone",
  "showWithoutTime",
  "recurrenceRule",
  "status",
];

/** Each person's own (JMAP Calendars, "Per-user properties"), and what is none of the event's. */
const NOT_COUNTED: ReadonlySet<string> = new Set([
  "keywords",
  "color",
  "freeBusyStatus",
  "useDefaultAlerts",
  "alerts",
  "calendarIds",
  "isDraft",
  "updated",
]);

/** What an item says to everybody; an override that says nothing to them is none. */
function saidToAll(item: Item): Readonly<Record<string, unknown>> {
  const counted = ([path]: readonly [string, unknown]): boolean =>
    !NOT_COUNTED.has(pathTokens(path)[0] ?? "");
  const overrides = Object.entries(item.recurrenceOverrides ?? {}).flatMap(([key, patch]) => {
    const said = Object.entries(patch).filter(counted);
    const isOwn = said.length === 0 && Object.keys(patch).length > 0;
    return isOwn ? [] : [[key, Object.fromEntries(said)] as const];
  });
  return {
    ...Object.fromEntries(Object.entries(item).filter(counted)),
    recurrenceOverrides: Object.fromEntries(overrides),
  };
}

/** The lead component with a greater SEQUENCE than before, unless the change is one's own or names a greater one. */
function counted(lead: Component, { before, after, now, countsChanges }: Rewriting): Component {
  const [was = 0, is = 0] = [before.sequence, after.sequence];
  if (countsChanges !== true || is > was || sameJson(asJson(saidToAll(before)), asJson(saidToAll(after))))
    return lead;
  return withProperty(stamped(lead, now, false), makeProperty("SEQUENCE", String(was + 1)));
}

const overridesOf = (item: Item): Readonly<Record<LocalDateTime, PatchObject>> =>
  item.recurrenceOverrides ?? {};

const differs = (a: Item, b: Item, names: readonly (keyof Item)[]): boolean =>
  names.some((name) => !sameJson(asJson(a)[name], asJson(b)[name]));

/** Stamps a component as changed now. */
function stamped(component: Component, now: Instant, isReschedule: boolean): Component {
  const at = timed(UTC.toLocal(now), UTC, null);
  const marked = withProperty(
    withProperty(component, writeTime("DTSTAMP", at)),
    writeTime("LAST-MODIFIED", at),
  );
  if (!isReschedule) return marked;
  const sequence = Number.parseInt(firstProperty(component, "SEQUENCE")?.value ?? "0", 10) || 0;
  return withProperty(marked, makeProperty("SEQUENCE", String(sequence + 1)));
}

/** Rewrites a component and stamps it if that changed anything. A SEQUENCE that the patch sets stays. */
function revised(component: Component, before: Item, after: Item, rewriting: Rewriting): Component {
  const result = rewriteItem(component, before, after, rewriting.zones);
  if (sameLines(result, component)) return component;
  if (rewriting.isNew) return result;
  return stamped(
    result,
    rewriting.now,
    differs(before, after, SCHEDULE) && !differs(before, after, ["sequence"]),
  );
}

const sameLines = (a: Component, b: Component): boolean =>
  a.properties.length === b.properties.length &&
  a.components.length === b.components.length &&
  a.properties.every((property, i) => property === b.properties[i]) &&
  a.components.every((component, i) => component === b.components[i]);

const frameOf = (item: Item) => ({ timeZone: item.timeZone ?? null, allDay: isAllDay(item) });

/** Times of overrides in the form of the new DTSTART. */
const timesOf = (keys: readonly LocalDateTime[], item: Item, start: CalendarTime): CalendarTime[] =>
  keys.map((key) => timeFrom(key, frameOf(item), start)).filter((time) => time !== undefined);

/** The instances that an EXRULE excludes without an EXDATE, before and after. */
function ruledOut(
  lead: Component,
  start: CalendarTime,
  rewriting: Rewriting,
): (key: LocalDateTime) => boolean {
  const old = overridesOf(rewriting.before);
  const keyNow = movedKeys(Object.keys(old), rewriting);
  const dated = new Set(writtenKeys(lead, "EXDATE", start, rewriting.zones));
  const keys = Object.keys(old).filter((key) => isExcluded(old[key]) && !dated.has(key));
  const moved = new Set(keys.map(keyNow));
  return (key) => moved.has(key);
}

/** Writes EXDATE for excluded instances, and RDATE for those that the rule doesn't give. */
function withExceptions(lead: Component, rewriting: Rewriting): Component {
  const { before, after, zones } = rewriting;
  const start = seriesStart(lead, zones);
  if (!start) return lead;
  const isReframed = differs(before, after, ["timeZone", "showWithoutTime"]);
  const [old, wanted] = [overridesOf(before), overridesOf(after)];
  const isRuledOut = isReframed ? () => false : ruledOut(lead, start, rewriting);
  const excluded = Object.keys(wanted).filter((key) => isExcluded(wanted[key]) && !isRuledOut(key));
  const isFurther = furtherGenerator(lead, frameOf(after), zones);
  const left = Object.keys(old).filter(
    (key) => wanted[key] === undefined && !isExcluded(old[key]) && isFurther(key),
  );
  // An existing instance without RDATE stays without one: clients show it either way.
  const isNew = (key: LocalDateTime) => isReframed || old[key] === undefined || isExcluded(old[key]);
  const isGenerated = generatorOf(after);
  const added = Object.keys(wanted).filter(
    (key) => !isExcluded(wanted[key]) && isNew(key) && !isGenerated(key) && !isFurther(key),
  );
  const change = (
    name: "EXDATE" | "RDATE",
    isGone: (key: LocalDateTime) => boolean,
    need: readonly string[],
  ) => {
    const written = new Set(isReframed ? [] : writtenKeys(lead, name, start, zones));
    const missing = need.filter((key) => !written.has(key));
    return {
      drop: (key: LocalDateTime) => isReframed || isGone(key),
      add: timesOf(missing, after, start),
    };
  };
  // An EXDATE next to a component for the same instance had no effect, and stays.
  const isBack = (key: LocalDateTime) => isExcluded(old[key]) && !isExcluded(wanted[key]);
  const result = withDates(lead, "EXDATE", start, change("EXDATE", isBack, [...excluded, ...left]), zones);
  return withDates(
    result,
    "RDATE",
    start,
    change("RDATE", (key) => wanted[key] === undefined, added),
    zones,
  );
}

const writtenKeys = (lead: Component, name: string, start: CalendarTime, zones: ZoneLookup): string[] =>
  propertiesNamed(lead, name)
    .flatMap((property) => readTimes(property, zones) ?? [])
    .map((time) => recurrenceKey(time.start, start));

const OF_THE_SERIES: ReadonlySet<string> = new Set(["RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID"]);

/** The component of one instance, based on that of the series. */
function instanceOf(lead: Component, key: LocalDateTime, rewriting: Rewriting): Component {
  const { after, zones } = rewriting;
  const start = seriesStart(lead, zones);
  const id = start && timeFrom(key, frameOf(after), start);
  const own = lead.properties.filter(({ name }) => !OF_THE_SERIES.has(name));
  const range: ParameterValues = isTurn(overridesOf(after)[key]) ? { RANGE: "THISANDFUTURE" } : {};
  const base = withProperties(lead, id ? [...own, writeTime("RECURRENCE-ID", id, range)] : own);
  const { recurrenceRule: _rule, recurrenceOverrides: _overrides, ...plain } = after;
  return revised(base, plain, occurrenceOf(after, key, overridesOf(after)[key]), rewriting);
}

/** The rewritten component of an instance; undefined if the instance now equals the series. */
function revisedInstance(
  component: Component,
  [oldKey, key]: readonly [LocalDateTime, LocalDateTime],
  lead: Component,
  rewriting: Rewriting,
): Component | undefined {
  const { before, after, zones } = rewriting;
  const patch = overridesOf(after)[key];
  if (patch === undefined || isExcluded(patch)) return undefined;
  const old = occurrenceOf(before, oldKey, overridesOf(before)[oldKey]);
  const result = revised(component, old, occurrenceOf(after, key, patch), rewriting);
  if (key === oldKey && !differs(before, after, ["timeZone", "showWithoutTime"])) return result;
  const start = seriesStart(lead, zones);
  return withTime(result, "RECURRENCE-ID", start && timeFrom(key, frameOf(after), start), zones);
}

/**
 * The new keys of instances. When the start of the series moved and the overrides of all instances moved by the same
 * amount, they are the same instances; written as new ones, they would lose data that only iCalendar holds.
 */
function movedKeys(
  keys: readonly LocalDateTime[],
  { before, after }: Rewriting,
): (key: LocalDateTime) => LocalDateTime {
  const [from, to] = [before, after].map(({ start, due }) => parseLocalDateTime(start ?? due ?? ""));
  if (from === undefined || to === undefined || from === to) return (key) => key;
  const moved = (key: LocalDateTime): LocalDateTime => shiftText(key, to - from);
  const wanted = overridesOf(after);
  return keys.every((key) => wanted[moved(key)] !== undefined) ? moved : (key) => key;
}

/** Rules that JSCalendar can't express move along when the whole series moves. */
function withMovedRules(lead: Component, from: CalendarTime | undefined, rewriting: Rewriting): Component {
  const { before, zones } = rewriting;
  const key = before.start ?? before.due ?? "";
  const to = seriesStart(lead, zones);
  const isMoved = movedKeys(Object.keys(overridesOf(before)), rewriting)(key) !== key;
  return isMoved && from && to ? withFurtherRulesMoved(lead, from, to) : lead;
}

/**
 * The overrides that need a component. RDATE expresses an added instance with its length, and RANGE expresses one
 * that follows a marked instance. An instance that no longer follows needs a component too, with the series' values.
 */
function newInstances({ before, after }: Rewriting, known: ReadonlySet<LocalDateTime>): LocalDateTime[] {
  const [old, wanted] = [overridesOf(before), overridesOf(after)];
  const [followedAt, followerAt] = [followersOf(old), followersOf(wanted)];
  const needsOne = (key: LocalDateTime): boolean => {
    const patch = wanted[key] ?? {};
    const follower = followerAt(key);
    if (isExcluded(patch)) return false;
    if (follower) return !sameJson(patch, follower) && (wanted[key] !== undefined || !isExcluded(old[key]));
    if (sameJson(patch, old[key]) && !followedAt(key)) return false;
    return !sameJson(asJson(plainOccurrence(after, key)), asJson(occurrenceOf(after, key, patch)));
  };
  const isGenerated = generatorOf(after);
  const freed = Object.keys(old).filter(
    (key) => wanted[key] === undefined && followerAt(key) !== undefined && isGenerated(key),
  );
  const keys = new Set([...Object.keys(wanted), ...freed]);
  return [...keys].filter((key) => !known.has(key) && needsOne(key));
}

/** Rewrites the components of an item from `before` to `after`. Only what differs is rewritten. */
export function rewriteComponents({ lead, overrides }: ItemComponents, rewriting: Rewriting): ItemComponents {
  const { before, after, zones } = rewriting;
  const oldStart = seriesStart(lead, zones);
  const converted = revised(lead, before, after, rewriting);
  const excepted = withExceptions(withMovedRules(converted, oldStart, rewriting), rewriting);
  const isPlain = excepted === converted || rewriting.isNew === true;
  const newLead = counted(
    isPlain ? excepted : stamped(excepted, rewriting.now, converted === lead),
    rewriting,
  );
  const keys = new Map(
    overrides.map((component) => [component, oldStart && keyOfOverride(component, oldStart, zones)]),
  );
  const keyNow = movedKeys(
    [...keys.values()].filter((key) => key !== undefined),
    rewriting,
  );
  const known = new Set<LocalDateTime>();
  const kept = overrides.flatMap((component) => {
    const key = keys.get(component);
    if (key === undefined) return [component];
    known.add(keyNow(key));
    return revisedInstance(component, [key, keyNow(key)], newLead, rewriting) ?? [];
  });
  const added = newInstances(rewriting, known);
  return { lead: newLead, overrides: [...kept, ...added.map((key) => instanceOf(newLead, key, rewriting))] };
}
