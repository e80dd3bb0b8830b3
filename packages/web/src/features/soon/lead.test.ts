import { localFromFields } from "@snart/calendar/time/local.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { expect, it } from "vitest";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import { leadOf, shortTitle } from "./lead.ts";

const zone = ianaZone("Europe/Stockholm") ?? expect.fail("no zone");
const at = (day: number, hour: number, minute = 0): number =>
  zone.toInstant(localFromFields(2026, 11, day, hour, minute));
const one = (key: string, start: number, end: number, allDay = false) =>
  ({ key, start, end, allDay }) as unknown as ShownOccurrence;
const lead = (...occurrences: readonly ShownOccurrence[]) => leadOf(occurrences, at(23, 10, 20), zone);

const review = one("review", at(23, 10), at(23, 11, 30));
const visit = one("visit", at(21, 0), at(26, 0), true);

it("names the running event, and the free time after it", () => {
  const lunch = one("lunch", at(23, 12), at(23, 13));
  expect(lead(lunch, visit, review)).toEqual({ kind: "thenFree", about: review, free: 1_800_000 });
});

it("names the running event, and the next one right after it or before its end", () => {
  const next = one("next", at(23, 11, 45), at(23, 13));
  const within = one("within", at(23, 11), at(23, 13));
  expect(lead(review, next)).toEqual({ kind: "thenNext", about: review, next });
  expect(lead(review, within)).toEqual({ kind: "thenNext", about: review, next: within });
});

it("says that nothing more comes today, whatever comes tomorrow", () => {
  expect(lead(review, one("tomorrow", at(24, 8), at(24, 9)))).toEqual({ kind: "thenNothing", about: review });
});

it("is about the longest running event", () => {
  expect(lead(one("short", at(23, 10), at(23, 10, 30)), review)).toMatchObject({ about: review });
});

it("says until when the day is free, and treats whole-day events as the background", () => {
  const lunch = one("lunch", at(23, 12), at(23, 13));
  const tomorrow = one("tomorrow", at(24, 8), at(24, 9));
  const moving = one("moving", at(22, 0), at(24, 12));
  expect(lead(visit, lunch)).toEqual({ kind: "ahead", about: lunch });
  expect(lead(visit, moving, tomorrow)).toEqual({ kind: "nothingToday", about: tomorrow });
  expect(lead(visit)).toBeNull();
});

it("names the first event of another day, and says whether that day is far", () => {
  const tomorrow = one("tomorrow", at(24, 8), at(24, 9));
  const far = one("far", at(40, 8), at(40, 9));
  expect(lead(far, tomorrow)).toEqual({ kind: "nothingToday", about: tomorrow });
  expect(lead(far)).toEqual({ kind: "nothingSoon", about: far });
  expect(lead(one("past", at(23, 8), at(23, 9)))).toBeNull();
});

it("stops at seven days to the minute", () => {
  const just = one("just", at(30, 10, 20), at(30, 11));
  const over = one("over", at(30, 10, 21), at(30, 11));
  expect([lead(just)?.kind, lead(over)?.kind]).toEqual(["nothingToday", "nothingSoon"]);
});

it("cuts a long title between words, and a word without end anywhere but within a letter", () => {
  expect(shortTitle(" Board\n meeting ")).toBe("Board meeting");
  const long = shortTitle(
    "The annual meeting of the housing co-operative, with the accounts and the election",
  );
  expect(long).toBe("The annual meeting of the housing co-operative, with the…");
  expect(shortTitle("😀".repeat(200))).toBe(`${"😀".repeat(60)}…`);
  expect(shortTitle("x".repeat(1_000_000))).toHaveLength(61);
});

it("puts what has an hour before the whole days of the next day", () => {
  const bins = one("bins", at(24, 0), at(25, 0), true);
  const school = one("school", at(24, 8), at(24, 9));
  expect(lead(bins, school)).toEqual({ kind: "nothingToday", about: school });
  expect(lead(bins, one("later", at(25, 8), at(25, 9)))).toEqual({ kind: "nothingToday", about: bins });
});
