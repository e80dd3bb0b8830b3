import { applyPatch } from "@snart/calendar/jscalendar/patch.ts";
import { seriesOfEvent } from "@snart/calendar/jscalendar/series/series-of-event.ts";
import type { JSEvent, JsonValue, PatchObject, RecurrenceRule } from "@snart/calendar/jscalendar/types.ts";
import { expand } from "@snart/calendar/recurrence/expand.ts";
import { localFromFields } from "@snart/calendar/time/local.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { describe, expect, it } from "vitest";
import type { Change } from "../../../store/queue/change.ts";
import { localDateTimeText } from "../../../store/items/local-text.ts";
import { occurrencesIn, type ShownOccurrence } from "../../../store/items/occurrences.ts";
import type { CalendarEntry, EventEntry } from "../../../store/items/entries.ts";
import { timePatch } from "../../../store/items/span.ts";
import { scopesOf } from "./changes-of-event.ts";
import { changesOfPatch, changesOfRemoval, type Scope } from "./series-change.ts";

const zone = ianaZone("Europe/Stockholm") ?? expect.fail("no zone");
const run: JSEvent = {
  "@type": "Event",
  uid: "u",
  id: "1",
  title: "Lunch run",
  start: "2026-11-03T12:15:00",
  duration: "PT45M",
  timeZone: "Europe/Stockholm",
  calendarIds: { c: true },
  recurrenceRule: {
    "@type": "RecurrenceRule",
    frequency: "weekly",
    byDay: [{ "@type": "NDay", day: "tu" }],
    count: 5,
  },
};
const window = {
  from: zone.toInstant(localFromFields(2026, 11, 1)),
  to: zone.toInstant(localFromFields(2026, 12, 31)),
};
const entry: EventEntry = {
  key: "A/1",
  accountId: "A",
  id: "1",
  event: run,
  calendarKey: "A/c",
  savingSince: null,
  problem: null,
};
const calendar = { key: "A/c", isVisible: true } as unknown as CalendarEntry;
const occurrences = occurrencesIn([entry], [calendar], window, zone);
const third: ShownOccurrence = occurrences[2] ?? expect.fail("no third");

const startsOf = (event: JSEvent): string[] => {
  const series = seriesOfEvent(event);
  const found = series.ok ? expand(series.value, window, zone) : expect.fail("no series");
  return found.ok
    ? found.value.map((it) => localDateTimeText(zone.toLocal(it.startInstant)).slice(5, 16))
    : expect.fail("not expanded");
};
/** Returns when every event takes place after the changes. */
function after(changes: readonly Change[]): string[] {
  const events = new Map([["A/1", run]]);
  for (const change of changes) {
    if (change.kind === "create") events.set(change.key, change.event);
    else if (change.kind === "destroy") events.delete(change.key);
    else if (change.kind === "update") {
      const patched = applyPatch(events.get(change.key) ?? run, change.patch);
      events.set(change.key, patched.ok ? patched.value : expect.fail("bad patch"));
    }
  }
  return [...events.values()].flatMap(startsOf).toSorted((a, b) => (a < b ? -1 : 1));
}
const changed = (patch: PatchObject, scope: Scope): string[] => {
  const made = changesOfPatch(third, patch, scope, "new");
  return made.ok ? after(made.value) : expect.fail("impossible");
};

const span = { start: third.start, end: third.end, allDay: false };
const later = timePatch(
  run,
  span,
  { start: span.start + 3_600_000, end: span.end + 3_600_000, allDay: false },
  zone,
);
const nextDay = timePatch(
  run,
  span,
  { start: span.start + 86_400_000, end: span.end + 86_400_000, allDay: false },
  zone,
);

it("is about the third of five", () => {
  expect(startsOf(run)).toEqual(["11-03T12:15", "11-10T12:15", "11-17T12:15", "11-24T12:15", "12-01T12:15"]);
  expect(third).toMatchObject({ recurrenceId: "2026-11-17T12:15:00", ownStart: "2026-11-17T12:15:00" });
});

describe("a later start", () => {
  it("of this one", () => {
    expect(changed(later, "one")).toEqual([
      "11-03T12:15",
      "11-10T12:15",
      "11-17T13:15",
      "11-24T12:15",
      "12-01T12:15",
    ]);
  });
  it("of this and following", () => {
    expect(changed(later, "following")).toEqual([
      "11-03T12:15",
      "11-10T12:15",
      "11-17T13:15",
      "11-24T13:15",
      "12-01T13:15",
    ]);
  });
  it("of all", () => {
    expect(changed(later, "all")).toEqual([
      "11-03T13:15",
      "11-10T13:15",
      "11-17T13:15",
      "11-24T13:15",
      "12-01T13:15",
    ]);
  });
});

describe("another day", () => {
  it("moves the rule along", () => {
    expect(changed(nextDay, "following")).toEqual([
      "11-03T12:15",
      "11-10T12:15",
      "11-18T12:15",
      "11-25T12:15",
      "12-02T12:15",
    ]);
    expect(changed(nextDay, "all")).toEqual([
      "11-04T12:15",
      "11-11T12:15",
      "11-18T12:15",
      "11-25T12:15",
      "12-02T12:15",
    ]);
  });
});

it("makes the new series before it ends the old one", () => {
  const made = changesOfPatch(third, { title: "Walk" }, "following", "new");
  expect(made.ok && made.value.map((change) => change.kind)).toEqual(["create", "update"]);
});

describe("removing", () => {
  it.each([
    ["one", ["11-03T12:15", "11-10T12:15", "11-24T12:15", "12-01T12:15"]],
    ["following", ["11-03T12:15", "11-10T12:15"]],
    ["all", []],
  ] as const)("%s", (scope, left) => {
    const made = changesOfRemoval(third, scope);
    expect(made.ok && after(made.value)).toEqual(left);
  });
});

describe("a chosen rule", () => {
  const every = (rule: Partial<RecurrenceRule>): PatchObject => ({
    recurrenceRule: { "@type": "RecurrenceRule", frequency: "weekly", ...rule } as unknown as JsonValue,
  });
  it("counts on from where it was chosen, or anew if another number was written", () => {
    expect(changed(every({ interval: 2, count: 5 }), "following")).toEqual([
      "11-03T12:15",
      "11-10T12:15",
      "11-17T12:15",
      "12-01T12:15",
      "12-15T12:15",
    ]);
    expect(changed(every({ count: 4 }), "following")).toHaveLength(2 + 4);
    expect(changed(every({ count: 4 }), "all")).toHaveLength(4);
  });
  it("is said of the occurrence that it was chosen at, and begins with a time of its own", () => {
    // Without BYDAY the weekday is that of the third occurrence, which was moved to a Thursday.
    const patch = { ...every({ count: 3 }), start: "2026-11-19T12:15:00" };
    expect(changed(patch, "all")).toEqual(["11-05T12:15", "11-12T12:15", "11-19T12:15"]);
    const fridays = every({ byDay: [{ "@type": "NDay", day: "fr" }], count: 2 });
    expect(changed(fridays, "all")).toEqual(["11-06T12:15", "11-13T12:15"]);
    expect(changed(fridays, "following")).toEqual([
      "11-03T12:15",
      "11-10T12:15",
      "11-20T12:15",
      "11-27T12:15",
    ]);
  });
  it("drops the exceptions of times that it does not give, and no others", () => {
    const odd: JSEvent = {
      ...run,
      recurrenceOverrides: {
        "2026-11-10T12:15:00": { title: "Changed" },
        "2026-11-17T12:15:00": { title: "Changed, kept" },
        "2026-11-24T12:15:00": { excluded: true },
        "2026-11-26T18:00:00": { title: "Added" },
      },
    };
    const shown = occurrencesIn([{ ...entry, event: odd }], [calendar], window, zone);
    const [first] = shown;
    if (!first) throw new Error("no first");
    const made = changesOfPatch(first, every({ interval: 2, count: 3 }), "all", "new");
    const [update] = made.ok ? made.value : expect.fail("impossible");
    const after = update?.kind === "update" ? applyPatch(odd, update.patch) : expect.fail("no update");
    expect(after.ok && Object.keys(after.value.recurrenceOverrides ?? {})).toEqual([
      "2026-11-17T12:15:00",
      "2026-11-26T18:00:00",
    ]);
  });
});

it("following exceptions move along with the time", () => {
  const odd: JSEvent = { ...run, recurrenceOverrides: { "2026-11-24T12:15:00": { excluded: true } } };
  const shown = occurrencesIn([{ ...entry, event: odd }], [calendar], window, zone);
  const made = changesOfPatch(shown[2] ?? expect.fail("no third"), later, "following", "new");
  const [create] = made.ok ? made.value : expect.fail("impossible");
  expect(create?.kind === "create" && startsOf(create.event)).toEqual(["11-17T13:15", "12-01T13:15"]);
});

describe("asks only what makes sense", () => {
  const rule = { recurrenceRule: null };
  it.each<[string, number, PatchObject, readonly Scope[]]>([
    ["of one in the middle", 2, { title: "Walk" }, ["one", "following", "all"]],
    ["of the first", 0, { title: "Walk" }, ["one", "all"]],
    ["with another rule", 2, rule, ["following", "all"]],
    ["with another rule for the first", 0, rule, ["all"]],
    ["of what one can't say by itself", 2, { privacy: "private" }, ["following", "all"]],
  ])("%s", (_, index, patch, scopes) => {
    expect(scopesOf(occurrences[index] ?? expect.fail("none"), patch)).toEqual(scopes);
  });
});
