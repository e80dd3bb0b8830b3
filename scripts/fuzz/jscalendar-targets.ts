import fc from "fast-check";
import type { CalendarObject } from "../../packages/calendar/src/icalendar/calendar-object.ts";
import { serialiseICalendar } from "../../packages/calendar/src/icalendar/serialise.ts";
import { textValue } from "../../packages/calendar/src/icalendar/text.ts";
import { objectFromEvent } from "../../packages/calendar/src/jscalendar/from-jscalendar.ts";
import { applyPatch, diffPatch } from "../../packages/calendar/src/jscalendar/patch.ts";
import { seriesOfEvent } from "../../packages/calendar/src/jscalendar/series/series-of-event.ts";
import { eventFromObject } from "../../packages/calendar/src/jscalendar/to-jscalendar.ts";
import type { JSEvent, PatchObject } from "../../packages/calendar/src/jscalendar/types.ts";
import { patchObject } from "../../packages/calendar/src/jscalendar/update-object.ts";
import { expand } from "../../packages/calendar/src/recurrence/expand.ts";
import { seriesOfObject, type Series } from "../../packages/calendar/src/recurrence/series.ts";
import { DAY } from "../../packages/calendar/src/time/instant.ts";
import { eventText } from "./event-texts.ts";
import { plainTexts } from "./words.ts";
import { inTime, objectOf, reread, viewer } from "./read-event.ts";
import { expectSame, expectThat, type Target } from "./target.ts";

const titled = { titleOf: (source: JSEvent) => source.title ?? "" };

function shown<T>(series: Series<T>, start: string, titleOf: (source: T) => string): string[] | undefined {
  const from =
    Date.UTC(Number(start.slice(0, 4)), Number(start.slice(4, 6)) - 1, Number(start.slice(6, 8))) - 5 * DAY;
  const found = inTime("expanding", () => expand(series, { from, to: from + 800 * DAY }, viewer));
  // More would cost more and prove nothing else.
  if (!found.ok || found.value.length >= 500) return undefined;
  const lines = found.value.map(
    ({ startInstant, endInstant, source }) =>
      `${new Date(startInstant).toISOString()}/${new Date(endInstant).toISOString()} ${titleOf(source)}`,
  );
  // Two readings of a day that a zone skipped and of the day after are one moment, but two keys in JSCalendar.
  return [...new Set(lines)].toSorted();
}

const summary = (component: Parameters<typeof textValue>[0]) => textValue(component, "SUMMARY") ?? "";

function shownByObject(object: CalendarObject, start: string): string[] | undefined {
  const series = seriesOfObject(object);
  return series.ok ? shown(series.value, start, summary) : undefined;
}

function shownByEvent(event: JSEvent, start: string): string[] | undefined {
  const series = seriesOfEvent(event);
  if (!series.ok) throw new Error(JSON.stringify(series.problem));
  return shown(series.value, start, titled.titleOf);
}

interface Sample {
  readonly text: string;
  readonly start: string;
}

/**
 * The event of an object; undefined where JSCalendar can't express it: a zone of its own, or followers of a moved
 * instance.
 */
function eventOf({ text }: Sample): { object: CalendarObject; event: JSEvent } | undefined {
  const object = objectOf(text);
  const event = eventFromObject(object);
  if (!event.ok) throw new Error(JSON.stringify(event.problem));
  return /TZID=Own|RANGE=THISANDFUTURE/.test(text) ? undefined : { object, event: event.value };
}

/** Without the server's stamps, and without empty overrides: their effect shows in the occurrences. */
function withoutStamps(event: JSEvent): unknown {
  const { updated: _u, created: _c, prodId: _p, sequence: _s, recurrenceOverrides, ...rest } = event;
  const telling = Object.entries(recurrenceOverrides ?? {}).filter(
    ([, patch]) => Object.keys(patch).length > 0,
  );
  return sorted({ ...rest, recurrenceOverrides: Object.fromEntries(telling) });
}

/** With the names of objects in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, inner]) => [name, sorted(inner)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function checkConversion(sample: Sample): void {
  const read = eventOf(sample);
  if (!read) return;
  const { object, event } = read;
  const before = shownByObject(object, sample.start);
  if (!before) return;
  expectSame(shownByEvent(event, sample.start), before, "JSCalendar's occurrences");
  const written = objectFromEvent(event, { uid: "fuzz", now: 0, prodId: "-//Example//EN" });
  if (!written.ok) throw new Error(`not written: ${JSON.stringify(written.problem)}`);
  const again = reread(written.value);
  expectSame(shownByObject(again, sample.start), before, "iCalendar's occurrences");
  const second = eventFromObject(again);
  if (!second.ok) throw new Error(JSON.stringify(second.problem));
  expectSame(withoutStamps(second.value), withoutStamps(event), "the event");
}

const PATCHES: readonly fc.Arbitrary<PatchObject>[] = [
  plainTexts.map((title) => ({ title })),
  plainTexts.map((description) => ({ description })),
  fc.constantFrom("confirmed", "tentative", "cancelled").map((status) => ({ status })),
  fc.constantFrom("free", "busy").map((freeBusyStatus) => ({ freeBusyStatus })),
  fc.constantFrom("public", "private", "secret").map((privacy) => ({ privacy })),
  fc.integer({ min: 0, max: 9 }).map((priority) => ({ priority })),
  fc.constantFrom(null, "blue").map((color) => ({ color })),
  fc.constantFrom({ a: true }, { "b, c": true, d: true }, null).map((keywords) => ({ keywords })),
  fc.constant({ locations: null }),
  plainTexts.map((name) => ({ "locations/new": { "@type": "Location", name } })),
  fc.constant({ alerts: null }),
  fc.constant({ "alerts/x": { "@type": "Alert", trigger: { "@type": "OffsetTrigger", offset: "-PT5M" } } }),
  fc.constant({ participants: null }),
];

/** The properties of the main component that a patch of a JSCalendar property may change. */
const TOUCHED: Readonly<Record<string, readonly string[]>> = {
  title: ["SUMMARY"],
  description: ["DESCRIPTION", "STYLED-DESCRIPTION"],
  status: ["STATUS"],
  freeBusyStatus: ["TRANSP"],
  privacy: ["CLASS"],
  priority: ["PRIORITY"],
  color: ["COLOR"],
  keywords: ["CATEGORIES"],
  locations: ["LOCATION", "GEO"],
  alerts: [],
  participants: ["ATTENDEE", "ORGANIZER"],
};
const STAMPS = ["DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "JSPROP"];

/** The lines of all items without those that may change, by component. */
function untouched(object: CalendarObject, names: readonly string[]): string[] {
  const allowed = new Set([...names, ...STAMPS]);
  return object.calendar.components.map((component) =>
    serialiseICalendar({
      ...component,
      properties: component.properties.filter(({ name }) => !allowed.has(name)),
      components: component.components.filter(
        ({ name }) => name !== "VALARM" && name !== "VLOCATION" && name !== "PARTICIPANT",
      ),
    }),
  );
}

function checkPatch(sample: Sample & { patch: PatchObject }): void {
  const read = eventOf(sample);
  if (!read) return;
  const { object, event } = read;
  const changed = patchObject(object, sample.patch, { now: Date.UTC(2026, 0, 1) });
  const applied = applyPatch(event, sample.patch);
  expectThat(
    changed.ok === applied.ok,
    `applied: ${applied.ok}, written: ${JSON.stringify(changed).slice(0, 300)}`,
  );
  if (!changed.ok || !applied.ok) return;
  const after = reread(changed.value);
  const roots = Object.keys(sample.patch).map((path) => path.split("/")[0] ?? "");
  const names = roots.flatMap((root) => TOUCHED[root] ?? []);
  expectSame(
    untouched(after, names),
    untouched(object, names),
    `untouched by ${JSON.stringify(sample.patch)}`,
  );
  const told = eventFromObject(after);
  if (!told.ok) throw new Error(JSON.stringify(told.problem));
  // With more than one location, one comes first.
  if (roots.includes("locations")) roots.push("mainLocationId");
  const outside = Object.keys(diffPatch(event, told.value)).filter(
    (path) => ![...roots, "updated", "sequence", "recurrenceOverrides"].includes(path.split("/")[0] ?? ""),
  );
  expectSame(outside, [], `paths touched beside ${JSON.stringify(sample.patch)}`);
  const [first] = roots;
  if (first === "title" || first === "description")
    expectSame(told.value[first], applied.value[first], `the new ${first}`);
}

const samples: fc.Arbitrary<Sample> = eventText({ hostile: false, exceptions: true });

export const conversion: Target<Sample> = {
  name: "conversion",
  promise: "iCalendar, told as JSCalendar and written again, takes place at the same times and says the same",
  share: 60,
  inputs: samples.map(({ text, start }) => ({ text, start })),
  check: checkConversion,
};

export const patches: Target<Sample & { patch: PatchObject }> = {
  name: "patches",
  promise: "a patch changes what it names and nothing else",
  share: 60,
  inputs: fc
    .record({ sample: samples, patch: fc.oneof(...PATCHES) })
    .map(({ sample: { text, start }, patch }) => ({ text, start, patch })),
  check: checkPatch,
};
