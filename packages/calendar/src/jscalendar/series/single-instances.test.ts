import { describe, expect, it } from "vitest";
import { serialiseICalendar } from "../../icalendar/serialise.ts";
import { expand } from "../../recurrence/expand.ts";
import { event, linesOf, objectOf, reread } from "../../scheduling/scheduling-text.ts";
import { UTC } from "../../time/zone.ts";
import { recurrenceKey } from "../item-time.ts";
import { eventFromObject } from "../to-jscalendar.ts";
import type { JSEvent, PatchObject } from "../types.ts";
import { patchObject } from "../update-object.ts";
import { changeOne, removeOne } from "./edit-series.ts";
import { occurrenceEvent, seriesOfEvent } from "./series-of-event.ts";

const on = (day: string, hour: string, title: string) =>
  event(
    `RECURRENCE-ID:202611${day}T100000Z`,
    `DTSTART;TZID=Europe/Stockholm:202611${day}T${hour}0000`,
    `DTEND;TZID=Europe/Stockholm:202611${day}T${hour}4500`,
    `SUMMARY:${title}`,
    "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:bengt@example.com",
  );
const object = objectOf(on("24", "12", "Lunch"), on("25", "11", "Tea"));
const [FIRST, SECOND] = ["2026-11-24T11:00:00", "2026-11-25T11:00:00"];

const read = (): JSEvent => {
  const found = eventFromObject(object);
  if (!found.ok) throw new Error(JSON.stringify(found.problem));
  return found.value;
};
const patched = (patch: PatchObject) => {
  const done = patchObject(object, patch, { now: 0 });
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
  return linesOf(reread(done.value));
};

describe("instances that come without their series", () => {
  it("each have the time that their series gives them, and their own", () => {
    const series = seriesOfEvent(read());
    if (!series.ok) throw new Error("no series");
    const found = expand(series.value, { from: Date.UTC(2026, 10, 20), to: Date.UTC(2026, 10, 30) }, UTC);
    const seen = (found.ok ? found.value : []).map(({ startInstant, recurrenceId, source }) => [
      recurrenceId && recurrenceKey(recurrenceId, series.value.start),
      new Date(startInstant).toISOString().slice(8, 16),
      source.title,
    ]);
    expect(seen).toEqual([
      [FIRST, "24T11:00", "Lunch"],
      [SECOND, "25T10:00", "Tea"],
    ]);
    expect(occurrenceEvent(read(), FIRST)).toMatchObject({ title: "Lunch", start: "2026-11-24T12:00:00" });
    expect(occurrenceEvent(read(), SECOND)).toMatchObject({ title: "Tea", start: "2026-11-25T11:00:00" });
  });

  it.each([
    [FIRST, 0],
    [SECOND, 1],
  ])("are changed one at a time: that of %s", (key, at) => {
    const [me = ""] = Object.keys(read().participants ?? {});
    const patch = changeOne(read(), key, {
      [`participants/${me}/participationStatus`]: "accepted",
      title: "Dinner",
    });
    const before = linesOf(object);
    const after = patched(patch);
    expect(after[at]).toEqual(expect.arrayContaining(["SUMMARY:Dinner"]));
    expect(after[at]?.join()).toContain("PARTSTAT=ACCEPTED");
    expect(after[at]).toContain(before[at]?.find((line) => line.startsWith("RECURRENCE-ID")));
    expect(after[1 - at]).toEqual(before[1 - at]);
  });

  it.each([
    [FIRST, "Tea"],
    [SECOND, "Lunch"],
  ])("are removed one at a time: that of %s", (key, left) => {
    const lines = patched(removeOne(read(), key));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`SUMMARY:${left}`);
    expect(serialiseICalendar(object.calendar)).toContain("Lunch");
    expect(lines.flat().join()).not.toContain("EXDATE");
  });
});
