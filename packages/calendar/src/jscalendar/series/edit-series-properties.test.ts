import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expand } from "../../recurrence/expand.ts";
import { ianaZone, UTC } from "../../time/zone.ts";
import { changeAll, changeOne, removeOne, removeFollowing, splitAt } from "./edit-series.ts";
import { formatLocalDateTime, parseLocalDateTime } from "../date-time-text.ts";
import { inversePatch } from "../inverse-patch.ts";
import { spokenTime } from "../item-time.ts";
import { applyPatch } from "../patch.ts";
import { isGenerated, seriesOfEvent } from "./series-of-event.ts";
import { shiftText } from "./shift-text.ts";
import { asTurn } from "./this-and-future.ts";
import type { JSEvent, PatchObject } from "../types.ts";

// The five operations on a series: each is compared with its expected effect on the occurrences, and each is undone.

const viewer = ianaZone("Europe/Stockholm") ?? UTC;
const WINDOW = { from: Date.UTC(2025, 11, 1), to: Date.UTC(2027, 3, 1) };
const value = <T>(result: { ok: true; value: T } | { ok: false; problem: unknown }): T =>
  result.ok ? result.value : expect.fail(JSON.stringify(result.problem));
const apply = (event: JSEvent, patch: PatchObject): JSEvent => value(applyPatch(event, patch));

interface Shown {
  readonly key: string;
  /** local start, end as an instant, title */
  readonly start: string;
  readonly text: string;
}

function shown(event: JSEvent): Shown[] {
  return value(expand(value(seriesOfEvent(event)), WINDOW, viewer))
    .map(({ recurrenceId, start, startInstant, endInstant, source }) => ({
      key: formatLocalDateTime(spokenTime(recurrenceId ?? start).local),
      start: formatLocalDateTime(spokenTime(start).local),
      text: `${startInstant} ${endInstant} ${source.title ?? ""}`,
    }))
    .toSorted((a, b) => (a.key + a.text < b.key + b.text ? -1 : 1));
}
const texts = (all: readonly Shown[]): string[] => all.map(({ text }) => text).toSorted();

const RULES: readonly NonNullable<JSEvent["recurrenceRule"]>[] = [
  { frequency: "daily" },
  { frequency: "daily", count: 40 },
  { frequency: "daily", interval: 3, until: "2026-09-30T22:00:00" },
  { frequency: "weekly" },
  { frequency: "weekly", interval: 2, count: 20, byDay: [{ day: "mo" }, { day: "th" }] },
  { frequency: "weekly", byDay: [{ day: "tu" }, { day: "sa" }], until: "2026-08-31T12:00:00" },
  { frequency: "weekly", interval: 2, byDay: [{ day: "su" }, { day: "mo" }], firstDayOfWeek: "su" },
];
const SPARSE: readonly NonNullable<JSEvent["recurrenceRule"]>[] = [
  { frequency: "monthly", count: 9 },
  { frequency: "monthly", byDay: [{ day: "fr", nthOfPeriod: -1 }] },
  { frequency: "monthly", byMonthDay: [-1], until: "2027-02-28T00:00:00" },
  { frequency: "monthly", interval: 2, byDay: [{ day: "mo" }, { day: "we" }], bySetPosition: [2] },
];

type Kind = "zoned" | "utc" | "floating" | "allDay";

function baseOf(kind: Kind, day: string, rule: NonNullable<JSEvent["recurrenceRule"]>): JSEvent {
  const times =
    kind === "allDay"
      ? { start: `${day}T00:00:00`, showWithoutTime: true, duration: "P2D" }
      : { start: `${day}T10:00:00`, duration: "PT90M" };
  const zone =
    kind === "zoned" ? { timeZone: "Europe/Stockholm" } : kind === "utc" ? { timeZone: "Etc/UTC" } : {};
  return { "@type": "Event", uid: "u", title: "A", ...times, ...zone, recurrenceRule: rule };
}

/** Adds exceptions of every kind at some of the occurrences. */
function withExceptions(event: JSEvent, picks: readonly (readonly [string, number])[]): JSEvent {
  const all = shown(event);
  const overrides = picks.flatMap(([kind, n]): [string, PatchObject][] => {
    const key = all[n % all.length]?.key ?? event.start;
    const later = shiftText(key, 86_400_000);
    if (kind === "excluded") return [[key, { excluded: true }]];
    if (kind === "titled") return [[key, { title: `B${n}` }]];
    if (kind === "moved") return [[key, { start: shiftText(key, 86_400_000 * 2) }]];
    if (kind === "turned") return [[key, asTurn({ title: `C${n}`, start: shiftText(key, 86_400_000) })]];
    return isGenerated(event, later) ? [] : [[later, {}]];
  });
  return overrides.length === 0 ? event : { ...event, recurrenceOverrides: Object.fromEntries(overrides) };
}

const KINDS = ["excluded", "titled", "moved", "added"] as const;
const eventsOf = (rules: readonly NonNullable<JSEvent["recurrenceRule"]>[], kinds: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom<Kind>("zoned", "utc", "floating", "allDay"),
      fc.constantFrom("2026-01-05", "2026-01-31", "2026-03-27", "2026-05-16"),
      fc.constantFrom(...rules),
      fc.array(fc.tuple(fc.constantFrom(...kinds), fc.nat(30)), { maxLength: 4 }),
    )
    .map(([kind, day, rule, picks]) => withExceptions(baseOf(kind, day, rule), picks));

const ALL = eventsOf([...RULES, ...SPARSE], KINDS);
const TURNED = eventsOf(RULES, [...KINDS, "turned"]);
const pick = fc.nat(60);

/** Checks an operation at one of the existing occurrences, and that its inverse undoes it. */
function atOccurrence(
  events: fc.Arbitrary<JSEvent>,
  check: (event: JSEvent, key: string, before: readonly Shown[]) => PatchObject | undefined,
): void {
  fc.assert(
    fc.property(events, pick, (event, n) => {
      const before = shown(event);
      if (before.length === 0) return;
      const patch = check(event, before[n % before.length]?.key ?? "", before);
      if (!patch) return;
      const undo = value(inversePatch(event, patch));
      expect(apply(apply(event, patch), undo)).toEqual(event);
    }),
    { numRuns: 150 },
  );
}

describe("an operation on a series", () => {
  it.each([
    ["of any rule", ALL],
    ["with a turn", TURNED],
  ])("changes one occurrence and no other, %s", (_, events) => {
    atOccurrence(events, (event, key, before) => {
      const patch = changeOne(event, key, { title: "Only" });
      const after = shown(apply(event, patch));
      const others = (all: readonly Shown[]) => texts(all.filter((one) => one.key !== key));
      const isTurn = event.recurrenceOverrides?.[key]?.["iCalendar"] !== undefined;
      if (!isTurn) expect(others(after)).toEqual(others(before));
      expect(after.find((one) => one.key === key)?.text).toMatch(/ Only$/);
      return patch;
    });
  });

  it("removes one occurrence and no other", () => {
    atOccurrence(ALL, (event, key, before) => {
      const patch = removeOne(event, key);
      expect(texts(shown(apply(event, patch)))).toEqual(texts(before.filter((one) => one.key !== key)));
      return patch;
    });
  });

  it.each([
    ["of any rule", ALL],
    ["with a turn", TURNED],
  ])("removes the following ones and none before, %s", (_, events) => {
    atOccurrence(events, (event, key, before) => {
      const patch = value(removeFollowing(event, key));
      const left = before.filter((one) => one.key < key);
      if (patch === undefined) expect(left).toEqual([]);
      else expect(texts(shown(apply(event, patch)))).toEqual(texts(left));
      return patch;
    });
  });

  it.each([
    ["of any rule", ALL],
    ["with a turn", TURNED],
  ])("splits it into two that together equal the original, %s", (_, events) => {
    atOccurrence(events, (event, key, before) => {
      const split = splitAt(event, key, "v");
      if (!split.ok) return undefined;
      const first = apply(event, split.value.before);
      const then = split.value.after;
      expect(texts([...shown(first), ...shown(then)])).toEqual(texts(before));
      expect(shown(first).every((one) => one.key < key)).toBe(true);
      expect(first.relatedTo).toMatchObject({ v: { relation: { next: true } } });
      expect(then.relatedTo).toMatchObject({ u: { relation: { first: true } } });
      return split.value.before;
    });
  });

  it("moves all occurrences as far as the moved one, by hours or to another weekday, also across the end of the week", () => {
    const delta = fc.constantFrom(3_600_000, -7_200_000, 86_400_000, 3 * 86_400_000, -2 * 86_400_000);
    fc.assert(
      fc.property(eventsOf(RULES, KINDS), pick, delta, (event, n, by) => {
        const before = shown(event).filter((one) => one.key > "2026");
        const key = before[n % Math.max(1, before.length)]?.key;
        const step = event.showWithoutTime ? Math.sign(by) * 86_400_000 : by;
        if (key === undefined) return;
        const patch = changeAll(event, { start: shiftText(key, step) }, key);
        const after = shown(apply(event, patch));
        const inside = (one: Shown) => one.start > "2026-01-01" && one.start < "2027-01-01";
        expect(
          after
            .filter(inside)
            .map(({ start }) => start)
            .toSorted(),
        ).toEqual(
          before
            .map((one) => ({ ...one, start: shiftText(one.start, step) }))
            .filter(inside)
            .map(({ start }) => start)
            .toSorted(),
        );
        expect(parseLocalDateTime(apply(event, patch).start)).toBe(
          (parseLocalDateTime(event.start) ?? 0) + step,
        );
        expect(apply(apply(event, patch), value(inversePatch(event, patch)))).toEqual(event);
      }),
      { numRuns: 150 },
    );
  });
});

describe("the inverse of a patch", () => {
  it("restores nulls inside overrides and unknown values", () => {
    const event: JSEvent = {
      ...baseOf("utc", "2026-01-05", { frequency: "daily" }),
      keywords: { a: true },
      recurrenceOverrides: {
        "2026-01-06T10:00:00": { keywords: null, title: "x" },
        "2026-01-07T10:00:00": {},
      },
      ...({ "example.com:x": { y: null, z: 1 } } as object),
    };
    for (const patch of [
      { "recurrenceOverrides/2026-01-06T10:00:00": { title: "y" } },
      { "recurrenceOverrides/2026-01-06T10:00:00": null, "keywords/b": true },
      { recurrenceOverrides: null, keywords: null },
      { "example.com:x": 5, "locations/a": { name: "n" } },
    ] as PatchObject[]) {
      const undo = value(inversePatch(event, patch));
      expect(apply(apply(event, patch), undo)).toEqual(event);
    }
    expect(value(inversePatch(event, { "recurrenceOverrides/2026-01-07T10:00:00": null }))).toEqual({
      "recurrenceOverrides/2026-01-07T10:00:00": {},
    });
    expect(inversePatch(event, { "alerts/a/b/c": 1 }).ok).toBe(false);
  });
});
