import { fieldsOfLocal, localFromFields } from "@snart/calendar/time/local.ts";
import { USUAL_WEEK } from "@snart/calendar/time/working-hours.ts";
import { expect, it } from "vitest";
import { daysWithin } from "./use-days.ts";
import type { ViewKind } from "../../../grid/view-address.ts";

const days = (kind: ViewKind, day: number, room: number, count?: number): number[] => {
  const view = { kind, date: localFromFields(2026, 11, day), ...(count && { count }) };
  return daysWithin(view, USUAL_WEEK, room).map((it) => fieldsOfLocal(it).day);
};

it("shows all of a week where each day has 96 px, else five days with the one that is looked at", () => {
  expect(days("week", 25, 722)).toEqual([23, 24, 25, 26, 27, 28, 29]);
  expect(days("week", 25, 721)).toEqual([23, 24, 25, 26, 27]);
  expect(days("week", 29, 721)).toEqual([25, 26, 27, 28, 29]);
  expect(days("week", 28, 0)).toEqual([25, 26, 27, 28, 29]);
});

it("leaves every other view as it was chosen", () => {
  expect(days("days", 25, 0, 6)).toEqual([25, 26, 27, 28, 29, 30]);
  expect(days("workweek", 25, 0)).toEqual([23, 24, 25, 26, 27]);
  expect(days("day", 25, 0)).toEqual([25]);
});
