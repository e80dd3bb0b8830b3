import { describe, expect, it } from "vitest";
import { expand } from "../../recurrence/expand.ts";
import { ianaZone, UTC } from "../../time/zone.ts";
import { formatUtcDateTime } from "../date-time-text.ts";
import { changeAll, changeOne, removeOne, removeFollowing, splitAt } from "./edit-series.ts";
import { applyPatch } from "../patch.ts";
import { occurrenceEvent, seriesOfEvent } from "./series-of-event.ts";
import type { JSEvent, PatchObject } from "../types.ts";

const stockholm = ianaZone("Europe/Stockholm") ?? UTC;

const WEEKLY: JSEvent = {
  "@type": "Event",
  uid: "u1",
  id: "e1",
  calendarIds: { c: true },
  title: "Kör",
  start: "2026-10-14T18:00:00",
  timeZone: "Europe/Stockholm",
  duration: "PT2H",
  recurrenceRule: { frequency: "weekly", byDay: [{ day: "we" }] },
};

/** `MM-DDTHH:MM title` of the occurrences from October to December, in Stockholm. */
function shown(event: JSEvent, from = "2026-10-01", to = "2026-12-20"): string[] {
  const series = seriesOfEvent(event);
  const found = series.ok
    ? expand(
        series.value,
        { from: Date.parse(`${from}T00:00:00Z`), to: Date.parse(`${to}T00:00:00Z`) },
        stockholm,
      )
    : series;
  if (!found.ok) return expect.fail(JSON.stringify(found.problem));
  return found.value.map(
    ({ startInstant, source }) =>
      `${formatUtcDateTime(stockholm.toLocal(startInstant)).slice(5, 16)}${source.title === WEEKLY.title ? "" : ` ${source.title}`}`,
  );
}

const apply = (event: JSEvent, patch: PatchObject): JSEvent => {
  const result = applyPatch(event, patch);
  return result.ok ? result.value : expect.fail(JSON.stringify(result.problem));
};
/** `changeOne` and `changeAll` return the patch itself. */
const patchOf = (patch: PatchObject): PatchObject => patch;
const value = <T>(result: { ok: true; value: T } | { ok: false; problem: unknown }): T =>
  result.ok ? result.value : expect.fail(JSON.stringify(result.problem));

describe("the series of an event", () => {
  it("keeps its local time across the change of clocks, with exceptions applied", () => {
    const event = {
      ...WEEKLY,
      recurrenceOverrides: {
        "2026-10-21T18:00:00": { excluded: true },
        "2026-10-28T18:00:00": { start: "2026-10-29T19:00:00", title: "Flyttad" },
        "2026-10-30T12:00:00": { title: "Extra" },
      },
    };
    expect(shown(event, "2026-10-01", "2026-11-10")).toEqual([
      "10-14T18:00",
      "10-29T19:00 Flyttad",
      "10-30T12:00 Extra",
      "11-04T18:00",
    ]);
  });
  it("is all-day in every zone, and lasts a day without a length", () => {
    const day: JSEvent = { "@type": "Event", uid: "u", start: "2026-10-25T00:00:00", showWithoutTime: true };
    const series = value(seriesOfEvent(day));
    const [only] = value(expand(series, { from: 0, to: Date.UTC(2030, 0, 1) }, stockholm));
    expect((only?.endInstant ?? 0) - (only?.startInstant ?? 0)).toBe(25 * 3_600_000);
    expect(only?.recurrenceId).toBeNull();
  });
  it("fails on an unreadable start or zone", () => {
    expect(seriesOfEvent({ ...WEEKLY, start: "later" }).ok).toBe(false);
    expect(seriesOfEvent({ ...WEEKLY, timeZone: "Mars/Base" }).ok).toBe(false);
  });
  it("gives one occurrence as an event", () => {
    const event = {
      ...WEEKLY,
      recurrenceOverrides: { "2026-10-28T18:00:00": { title: "X", uid: "stolen", "nowhere/x": 1 } },
    };
    expect(occurrenceEvent(event, "2026-10-28T18:00:00")).toEqual({
      "@type": "Event",
      uid: "u1",
      id: "e1",
      calendarIds: { c: true },
      title: "X",
      start: "2026-10-28T18:00:00",
      timeZone: "Europe/Stockholm",
      duration: "PT2H",
      recurrenceId: "2026-10-28T18:00:00",
      recurrenceIdTimeZone: "Europe/Stockholm",
    });
  });
});

describe("only this one", () => {
  it("changes, changes again and goes back", () => {
    const first = patchOf(
      changeOne(WEEKLY, "2026-10-21T18:00:00", { title: "Genrep", start: "2026-10-21T17:00:00" }),
    );
    expect(first).toEqual({
      recurrenceOverrides: { "2026-10-21T18:00:00": { title: "Genrep", start: "2026-10-21T17:00:00" } },
    });
    const changed = apply(WEEKLY, first);
    const second = patchOf(changeOne(changed, "2026-10-21T18:00:00", { title: "Kör" }));
    expect(second).toEqual({ "recurrenceOverrides/2026-10-21T18:00:00": { start: "2026-10-21T17:00:00" } });
    const back = patchOf(
      changeOne(apply(changed, second), "2026-10-21T18:00:00", { start: "2026-10-21T18:00:00" }),
    );
    expect(back).toEqual({ "recurrenceOverrides/2026-10-21T18:00:00": null });
    expect(shown(apply(apply(changed, second), back))).toEqual(shown(WEEKLY));
  });
  it("ignores properties that an override may not change", () => {
    expect(patchOf(changeOne(WEEKLY, "2026-10-21T18:00:00", { title: "A", privacy: "private" }))).toEqual({
      recurrenceOverrides: { "2026-10-21T18:00:00": { title: "A" } },
    });
  });
  it("removes a generated one with an exclusion and an added one completely", () => {
    expect(removeOne(WEEKLY, "2026-10-21T18:00:00")).toEqual({
      recurrenceOverrides: { "2026-10-21T18:00:00": { excluded: true } },
    });
    const extra = { ...WEEKLY, recurrenceOverrides: { "2026-10-30T12:00:00": {} } };
    expect(removeOne(extra, "2026-10-30T12:00:00")).toEqual({
      "recurrenceOverrides/2026-10-30T12:00:00": null,
    });
    expect(shown(apply(WEEKLY, removeOne(WEEKLY, "2026-10-14T18:00:00")))[0]).toBe("10-21T18:00");
  });
});

describe("all of them", () => {
  it("leaves the rest alone when the start stays", () => {
    expect(patchOf(changeAll(WEEKLY, { title: "B" }))).toEqual({ title: "B" });
    expect(
      patchOf(changeAll(WEEKLY, { title: "B", start: "2026-10-28T18:00:00" }, "2026-10-28T18:00:00")),
    ).toEqual({ title: "B", start: WEEKLY.start });
  });
  it("moves rule, end and overrides along with a moved occurrence", () => {
    const event: JSEvent = {
      ...WEEKLY,
      recurrenceRule: { frequency: "weekly", byDay: [{ day: "we" }], until: "2026-11-18T18:00:00" },
      recurrenceOverrides: {
        "2026-10-21T18:00:00": { excluded: true },
        "2026-10-28T18:00:00": { start: "2026-10-28T19:00:00" },
      },
    };
    const patch = patchOf(changeAll(event, { start: "2026-11-05T17:30:00" }, "2026-11-04T18:00:00"));
    expect(patch).toEqual({
      start: "2026-10-15T17:30:00",
      recurrenceRule: { frequency: "weekly", byDay: [{ day: "th" }], until: "2026-11-19T17:30:00" },
      recurrenceOverrides: {
        "2026-10-22T17:30:00": { excluded: true },
        "2026-10-29T17:30:00": { start: "2026-10-29T18:30:00" },
      },
    });
    expect(shown(apply(event, patch))).toEqual([
      "10-15T17:30",
      "10-29T18:30",
      "11-05T17:30",
      "11-12T17:30",
      "11-19T17:30",
    ]);
  });
  it("adapts simple monthly rules to the start, and keeps more specific ones", () => {
    const monthly: JSEvent = {
      ...WEEKLY,
      start: "2026-10-13T18:00:00",
      recurrenceRule: { frequency: "monthly", byDay: [{ day: "tu", nthOfPeriod: 2 }] },
    };
    expect(patchOf(changeAll(monthly, { start: "2026-10-29T18:00:00" }))).toMatchObject({
      recurrenceRule: { byDay: [{ day: "th", nthOfPeriod: 5 }] },
    });
    const last: JSEvent = {
      ...monthly,
      start: "2026-10-30T18:00:00",
      recurrenceRule: { frequency: "monthly", byDay: [{ day: "fr", nthOfPeriod: -1 }] },
    };
    expect(patchOf(changeAll(last, { start: "2026-10-22T18:00:00" }))).toMatchObject({
      recurrenceRule: { byDay: [{ day: "th", nthOfPeriod: -2 }] },
    });
    const days: JSEvent = { ...monthly, recurrenceRule: { frequency: "monthly", byMonthDay: [1, 13] } };
    expect(patchOf(changeAll(days, { start: "2026-10-14T18:00:00" }))).not.toHaveProperty("recurrenceRule");
  });
  it("takes a new rule unchanged", () => {
    const patch = { start: "2026-10-15T18:00:00", recurrenceRule: { frequency: "daily" } };
    expect(patchOf(changeAll(WEEKLY, patch))).toEqual(patch);
  });
});

describe("this and following", () => {
  const numbered: JSEvent = {
    ...WEEKLY,
    recurrenceRule: { frequency: "weekly", byDay: [{ day: "we" }], count: 6 },
    recurrenceOverrides: {
      "2026-10-21T18:00:00": { excluded: true },
      "2026-11-04T18:00:00": { title: "Fest" },
      "2026-11-11T18:00:00": { excluded: true },
    },
  };
  it.each<[string, JSEvent]>([
    ["endless", WEEKLY],
    ["counted", numbered],
    ["until", { ...numbered, recurrenceRule: { frequency: "weekly", until: "2026-11-25T18:00:00" } }],
  ])("%s: both parts together are the whole", (_, event) => {
    const key = "2026-10-28T18:00:00";
    const { before, after } = value(splitAt(event, key, "u2"));
    const first = apply(event, before);
    expect([...shown(first), ...shown(after)]).toEqual(shown(event));
    expect(shown(first).every((text) => text < "10-28")).toBe(true);
    expect(shown(first).length).toBeGreaterThan(0);
    expect(after).toMatchObject({
      uid: "u2",
      start: key,
      calendarIds: { c: true },
      relatedTo: { u1: { relation: { first: true } } },
    });
    expect(after).not.toHaveProperty("id");
    expect(first.relatedTo).toMatchObject({ u2: { relation: { next: true } } });
  });
  it("divides the count between the parts, exclusions included", () => {
    const { before, after } = value(splitAt(numbered, "2026-10-28T18:00:00", "u2"));
    expect(before).toMatchObject({
      recurrenceRule: { count: 2 },
      "recurrenceOverrides/2026-11-04T18:00:00": null,
    });
    expect(before).not.toHaveProperty("recurrenceOverrides/2026-10-21T18:00:00");
    expect(after.recurrenceRule?.count).toBe(4);
    expect(Object.keys(after.recurrenceOverrides ?? {})).toEqual([
      "2026-11-04T18:00:00",
      "2026-11-11T18:00:00",
    ]);
  });
  it("ends all-day series with a date", () => {
    const day: JSEvent = {
      "@type": "Event",
      uid: "u",
      start: "2026-10-14T00:00:00",
      showWithoutTime: true,
      recurrenceRule: { frequency: "daily" },
    };
    expect(value(removeFollowing(day, "2026-10-20T00:00:00"))).toEqual({
      recurrenceRule: { frequency: "daily", until: "2026-10-19T00:00:00" },
    });
  });
  it("refuses to split before the first", () => {
    expect(splitAt(WEEKLY, WEEKLY.start, "u2").ok).toBe(false);
    expect(splitAt(WEEKLY, "2020-01-01T00:00:00", "u2").ok).toBe(false);
    expect(splitAt(WEEKLY, "never", "u2").ok).toBe(false);
  });
  it("removes the rest, or reports that nothing would be left", () => {
    const patch = value(removeFollowing(numbered, "2026-11-04T18:00:00"));
    expect(shown(apply(numbered, patch ?? {}))).toEqual(["10-14T18:00", "10-28T18:00"]);
    expect(value(removeFollowing(numbered, WEEKLY.start))).toBeUndefined();
    const noFirst = { ...WEEKLY, recurrenceOverrides: { [WEEKLY.start]: { excluded: true } } };
    expect(value(removeFollowing(noFirst, "2026-10-21T18:00:00"))).toBeUndefined();
  });
});
