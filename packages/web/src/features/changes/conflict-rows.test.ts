import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { expect, it } from "vitest";
import { conflictRows, eventOfRow } from "./conflict-rows.ts";

const part = (path: string) => ({ path, mine: null, theirs: null });
const ID = "2026-12-01T10:00:00";

it("names what a conflict is about once, in the order of the editor", () => {
  const whole = (topic: string) => ({ topic, recurrenceId: null });
  expect(conflictRows(["timeZone", "locations/1/name", "start", "title"].map(part))).toEqual(
    ["title", "when", "place"].map(whole),
  );
  expect(conflictRows(["alerts/1/trigger", "x~1y"].map(part))).toEqual([whole("rest")]);
});

it("says what differs on one date of a series", () => {
  const path = `recurrenceOverrides/${ID}`;
  expect(conflictRows([part(`${path}/title`), part(`${path}/duration`)])).toEqual([
    { topic: "title", recurrenceId: ID },
    { topic: "when", recurrenceId: ID },
  ]);
  const [mine, theirs] = [
    { title: "a", color: "red" },
    { title: "b", color: "red" },
  ];
  expect(conflictRows([{ path, mine, theirs }])).toEqual([{ topic: "title", recurrenceId: ID }]);
  expect(conflictRows([{ path, mine, theirs: null }])).toEqual([{ topic: "repeat", recurrenceId: ID }]);
});

it("shows a date with what is changed on it, and nothing of one that is left out", () => {
  const event: JSEvent = {
    "@type": "Event",
    uid: "u",
    title: "all",
    start: "2026-11-24T10:00:00",
    recurrenceOverrides: { [ID]: { title: "one" }, "2026-12-08T10:00:00": { excluded: true } },
  };
  const row = (recurrenceId: string) => ({ topic: "title", recurrenceId }) as const;
  expect(eventOfRow(event, row(ID))).toMatchObject({ title: "one", start: ID });
  expect(eventOfRow(event, row("2026-12-08T10:00:00"))).toBeNull();
  expect(eventOfRow(event, row("2026-12-15T10:00:00"))).toMatchObject({ title: "all" });
});
