import { withComponents, type Component } from "../icalendar/component.ts";
import type { CalendarObject } from "../icalendar/calendar-object.ts";
import type { CalendarProblem } from "../problems.ts";
import { zonesOf } from "../recurrence/resolve-zone.ts";
import { ok, type Result } from "../result.ts";
import type { Instant } from "../time/instant.ts";
import { ianaZone } from "../time/zone.ts";
import { checkItem } from "./check-item.ts";
import { isExcluded } from "./occurrence.ts";
import { JMAP_METADATA, type Item, type JSEvent, type JSTask, type PatchObject } from "./types.ts";
import { applyItemPatch, asJson, pathTokens } from "./patch.ts";
import { asInstances } from "./several-instances.ts";
import { eventFromObject, leadComponent, taskFromObject } from "./to-jscalendar.ts";
import { rewriteComponents, type ItemComponents } from "./write-item.ts";
import { tzidsIn, withTimeZones } from "./write-time-zones.ts";
import { firstUseOf } from "./from-jscalendar.ts";

/** A patch never writes these: JMAP's own properties, and the server's stamps. */
const NOT_PATCHED: ReadonlySet<string> = new Set([
  ...JMAP_METADATA,
  "@type",
  "created",
  "updated",
  "prodId",
  "method",
]);

const writable = (patch: PatchObject): PatchObject =>
  Object.fromEntries(Object.entries(patch).filter(([path]) => !NOT_PATCHED.has(pathTokens(path)[0] ?? "")));

/** The patched item, if it is valid. */
function patchedItem(before: JSEvent | JSTask, patch: PatchObject): Result<Item, CalendarProblem> {
  const applied = applyItemPatch(asJson(before), writable(patch));
  if (!applied.ok) return applied;
  const required = before["@type"] === "Event" ? ["start"] : [];
  // Untouched properties may stay as odd as they were stored.
  const checked = checkItem(applied.value, { required, known: asJson(before) });
  return checked as Result<Item, CalendarProblem>;
}

const idLine = (component: Component): string | undefined =>
  component.properties.find(({ name }) => name === "RECURRENCE-ID")?.value;

/** The new version of each old component, matched by instance; the remaining ones are new. */
function replacements(old: readonly Component[], next: readonly Component[]) {
  const left = new Map<string | undefined, Component[]>();
  for (const component of next) {
    const same = left.get(idLine(component));
    if (same) same.push(component);
    else left.set(idLine(component), [component]);
  }
  const kept = new Map(
    old.map((component): [Component, Component | undefined] => [
      component,
      left.get(idLine(component))?.shift(),
    ]),
  );
  return { kept, added: [...left.values()].flat() };
}

/** Replaces the item's components in place; new instances come last. */
function exchange(object: CalendarObject, old: ItemComponents, next: ItemComponents): Component {
  const { kept, added } = replacements(old.overrides, next.overrides);
  kept.set(old.lead, next.lead);
  const components = object.calendar.components.flatMap((component) =>
    kept.has(component) ? (kept.get(component) ?? []) : [component],
  );
  return withComponents(object.calendar, [...components, ...added]);
}

/** The item before and after as its components are written: of several instances without their series the first, with the others. */
function asWritten(object: CalendarObject, before: Item, after: Item): readonly [Item, Item] {
  const first = before.start ?? before.due;
  const isSeveral = !object.main && first !== undefined && before.recurrenceOverrides?.[first] !== undefined;
  return isSeveral ? [asInstances(before, first), asInstances(after, first)] : [before, after];
}

interface PatchContext {
  readonly now: Instant;
  /** SEQUENCE increases with every change that is for everybody, as JMAP has it for events that one is the origin of. */
  readonly countsChanges?: boolean;
}

/**
 * The lossless edit: rewrites only the properties that the patch changes, in the main component and in overrides;
 * everything else, unknown content included, stays as written. DTSTAMP and LAST-MODIFIED of the touched components
 * become `now`; SEQUENCE increases when the schedule changes, or with every change if the context says so. JMAP metadata (`id`, `calendarIds`, …) in the patch is
 * ignored. A patch that changes nothing returns the same tree.
 */
export function patchObject(
  object: CalendarObject,
  patch: PatchObject,
  context: PatchContext,
): Result<Component, CalendarProblem> {
  const read = object.type === "VTODO" ? taskFromObject(object) : eventFromObject(object);
  if (!read.ok) return read;
  const patched = patchedItem(read.value, patch);
  if (!patched.ok) return patched;
  const lead = leadComponent(object);
  if (!lead) return ok(object.calendar);
  const [before, after] = asWritten(object, read.value, patched.value);
  // Of instances without their series the first one has no place for an exception: it goes.
  const { recurrenceId: first, recurrenceOverrides: overrides } = after;
  if (!object.main && first !== undefined && isExcluded(overrides?.[first]))
    return ok(
      withComponents(
        object.calendar,
        object.calendar.components.filter((component) => component !== lead),
      ),
    );
  const own = zonesOf(object);
  const zones = (tzid: string) => own(tzid) ?? ianaZone(tzid);
  const old = { lead, overrides: object.overrides.filter((override) => override !== lead) };
  const rewriting = { before, after, ...context, zones };
  const calendar = exchange(object, old, rewriteComponents(old, rewriting));
  const from = firstUseOf(after, context.now);
  return ok(withTimeZones(calendar, { first: from, now: context.now, except: tzidsIn(object.calendar) }));
}
