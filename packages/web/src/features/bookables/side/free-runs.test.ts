import { expect, it } from "vitest";
import type { SeenSlot } from "../model.ts";
import { freeRuns } from "./free-runs.ts";

const at = (clock: string): string => `2026-11-23T${clock}:00Z`;
const slot = (from: string, to: string, state = "free"): SeenSlot =>
  ({ start: at(from), end: at(to), state, reasons: [], bookingId: null }) as never;
const told = (slots: readonly SeenSlot[], isWhole: boolean) =>
  freeRuns(slots, isWhole, Date.parse(at("09:20"))).map(({ start, end }) =>
    [start, end].map((it) => new Date(it).toISOString().slice(11, 16)).join("–"),
  );

it("tells passes one by one, without what is over or taken", () => {
  const passes = [
    slot("06:00", "09:00"),
    slot("09:00", "12:00"),
    slot("12:00", "15:00", "taken"),
    slot("15:00", "18:00"),
  ];
  expect(told(passes, true)).toEqual(["09:00–12:00", "15:00–18:00"]);
});

it("joins free times that begin each half hour as far as they reach, also where they overlap", () => {
  const hours = [
    slot("10:00", "11:00"),
    slot("10:30", "11:30"),
    slot("11:00", "12:00", "taken"),
    slot("12:00", "13:00"),
    slot("12:30", "13:30"),
  ];
  expect(told(hours, false)).toEqual(["10:00–11:30", "12:00–13:30"]);
});
