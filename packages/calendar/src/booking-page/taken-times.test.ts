import { expect, it } from "vitest";
import { HOUR } from "../time/instant.ts";
import type { EventType } from "./event-type.ts";
import type { PageFacts } from "./facts.ts";
import { prepareEventType } from "./prepare.ts";
import { takenTimes } from "./taken-times.ts";

const NINE = Date.parse("2026-11-23T08:00:00Z");
const hours = (from: number, to: number) => ({ from: NINE + from * HOUR, to: NINE + to * HOUR });

const type: EventType = {
  timeZone: "Europe/Stockholm",
  lengths: ["PT30M"],
  start: { every: "PT30M" },
  schedule: { of: "host" },
  horizon: { within: "P60D" },
  hosts: [{ id: "elin" }, { id: "nils" }],
  mode: "collective",
};
const booking = (host: string, from: number, to: number, expires?: number) => ({
  id: `${host} ${from}`,
  type: "page/talk",
  page: "page",
  hosts: [host],
  start: NINE + from * HOUR,
  end: NINE + to * HOUR,
  before: HOUR,
  after: HOUR,
  booked: NINE,
  ...(expires !== undefined && { expires }),
});
const facts: PageFacts = {
  type: "page/talk",
  page: "page",
  hosts: [
    { host: "elin", busy: [hours(1, 2), hours(-9, -5)], sources: [] },
    { host: "nils", busy: [hours(1, 3), hours(1.5, 2)], sources: [] },
  ],
  bookings: [booking("elin", 4, 5), booking("nils", 4.5, 6), booking("elin", 7, 8, NINE)],
  bookingsFrom: 0,
  bookingsTo: Infinity,
  rooms: [],
};

it("says when somebody who is needed has something, and where hosts take turns when each of them has", () => {
  const taken = (mode: EventType["mode"]) =>
    takenTimes(prepareEventType({ ...type, mode }), facts, hours(-8, 9), NINE);
  expect(taken("collective")).toEqual([hours(-8, -5), hours(1, 3), hours(4, 6)]);
  expect(taken("rotate")).toEqual([hours(1, 2), hours(4.5, 5)]);
});
