import { describe, expect, it } from "vitest";
import { readCalendarObject } from "../icalendar/calendar-object.ts";
import { objectFromEvent } from "./from-jscalendar.ts";
import { eventFromObject } from "./to-jscalendar.ts";
import type { JSEvent, PatchObject } from "./types.ts";
import { patchObject } from "./update-object.ts";

const context = { uid: "many@x", now: Date.UTC(2026, 10, 20), prodId: "-//Snart//EN" };
const value = <T>(result: { ok: true; value: T } | { ok: false; problem: unknown }): T =>
  result.ok ? result.value : expect.fail(JSON.stringify(result.problem));

const dayOf = (i: number): string => new Date(Date.UTC(2020, 0, 2 + i)).toISOString().slice(0, 10);

/** Every kind of override, in turn. */
const KINDS: readonly ((day: string) => readonly [string, PatchObject])[] = [
  (day) => [`${day}T09:00:00`, { title: `Another ${day}` }],
  (day) => [`${day}T09:00:00`, { start: `${day}T10:30:00` }],
  (day) => [`${day}T09:00:00`, { excluded: true }],
  (day) => [`${day}T13:00:00`, {}],
];

function eventWith(count: number): JSEvent {
  const overrides = Array.from({ length: count }, (_, i) => KINDS[i % KINDS.length]?.(dayOf(i)) ?? ["", {}]);
  return {
    "@type": "Event",
    uid: "many@x",
    title: "Every day",
    start: "2020-01-01T09:00:00",
    timeZone: "Europe/Stockholm",
    duration: "PT1H",
    recurrenceRule: { "@type": "RecurrenceRule", frequency: "daily" },
    recurrenceOverrides: Object.fromEntries(overrides),
  };
}

/** Counts property reads on an object and everything inside it. */
function counted<T extends object>(object: T, count: { reads: number }): T {
  const known = new WeakMap<object, object>();
  const watch = (inner: object): object => {
    const seen = known.get(inner);
    if (seen) return seen;
    const proxy = new Proxy(inner, {
      get(target, name) {
        count.reads++;
        const found = Reflect.get(target, name) as unknown;
        const isPlain = typeof found === "object" && found !== null && !(found instanceof Map);
        return isPlain ? watch(found) : found;
      },
    });
    known.set(inner, proxy);
    return proxy;
  };
  return watch(object) as T;
}

const readsOf = <T extends object>(object: T, work: (watched: T) => unknown): number => {
  const count = { reads: 0 };
  work(counted(object, count));
  return count.reads;
};

describe("an event with many overrides", () => {
  const objectOf = (count: number) =>
    value(readCalendarObject(value(objectFromEvent(eventWith(count), context))));

  it.each<[string, (count: number) => number]>([
    ["is written", (n) => readsOf(eventWith(n), (event) => value(objectFromEvent(event, context)))],
    ["is read", (n) => readsOf(objectOf(n), (object) => value(eventFromObject(object)))],
    [
      "is patched",
      (n) => readsOf(objectOf(n), (object) => value(patchObject(object, { title: "New" }, context))),
    ],
    [
      "is moved to another zone",
      (n) =>
        readsOf(objectOf(n), (object) => value(patchObject(object, { timeZone: "Europe/London" }, context))),
    ],
  ])("%s with work that grows linearly", (_, reads) => {
    const [few, many] = [reads(200), reads(1_600)];
    expect(few).toBeGreaterThan(200);
    expect(many / few).toBeLessThan(9);
  });

  it("comes back unchanged", () => {
    const event = eventWith(1_000);
    const back = value(eventFromObject(objectOf(1_000)));
    expect(back.recurrenceOverrides).toEqual(event.recurrenceOverrides);
  });
});
