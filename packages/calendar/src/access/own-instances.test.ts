import { describe, expect, it } from "vitest";
import { readCalendarObject, type CalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { withOwnInstances, withoutOwnInstances } from "./own-instances.ts";
import { ownPartsOf, withOwnParts } from "./own-parts.ts";

function objectOf(...lines: readonly string[]): CalendarObject {
  const parsed = parseICalendar(
    ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n"),
  );
  const read = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  return read.value;
}
const event = (...lines: readonly string[]) => ["BEGIN:VEVENT", "UID:u", ...lines, "END:VEVENT"];
const series = (...lines: readonly string[]) =>
  event(
    "DTSTART;TZID=Europe/Stockholm:20261123T120000",
    "DURATION:PT1H",
    "RRULE:FREQ=DAILY;COUNT=5",
    ...lines,
  );
const second = (...lines: readonly string[]) =>
  event(
    "RECURRENCE-ID;TZID=Europe/Stockholm:20261124T120000",
    "DTSTART;TZID=Europe/Stockholm:20261124T120000",
    "DURATION:PT1H",
    ...lines,
  );
const ALARM = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M", "END:VALARM"];
const nothing = () => undefined;

describe("the overrides that hold one's own parts of single occurrences", () => {
  const shared = objectOf(...series("SUMMARY:Lunch"));
  const written = objectOf(...series("SUMMARY:Lunch"), ...second("SUMMARY:Lunch", "COLOR:blue", ...ALARM));
  const own = ownPartsOf(written.calendar);

  it("are taken out of what everybody has, and are added to what one sees", () => {
    const forAll = withoutOwnInstances(shared, written, nothing);
    expect(serialiseICalendar(forAll.calendar)).toBe(serialiseICalendar(shared.calendar));
    expect(forAll.overrides).toEqual([]);
    const seen = serialiseICalendar(withOwnParts(withOwnInstances(shared.calendar, own), own));
    expect(seen.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect(seen.match(/COLOR:blue/g)).toHaveLength(1);
    expect(seen).toContain("RECURRENCE-ID;TZID=Europe/Stockholm:20261124T120000");
    expect(seen.match(/TRIGGER/g)).toHaveLength(1);
  });

  it("show what the series says now", () => {
    const changed = objectOf(...series("SUMMARY:Supper"));
    const seen = serialiseICalendar(withOwnParts(withOwnInstances(changed.calendar, own), own));
    expect(seen.match(/SUMMARY:Supper/g)).toHaveLength(2);
    expect(seen).not.toContain("Lunch");
  });

  it.each([
    ["is excluded", series("SUMMARY:Lunch", "EXDATE;TZID=Europe/Stockholm:20261124T120000")],
    ["is no longer in the series", event("DTSTART:20261201T120000Z", "RRULE:FREQ=DAILY;COUNT=2")],
    ["is no occurrence at all, as the event does not repeat", event("DTSTART:20261123T110000Z")],
    [
      "is an override, written in UTC",
      [...series(), ...event("RECURRENCE-ID:20261124T110000Z", "DTSTART:20261124T130000Z")],
    ],
  ])("are not added where the occurrence %s", (_what, lines) => {
    const { calendar } = objectOf(...lines);
    expect(withOwnInstances(calendar, own)).toBe(calendar);
  });

  it("are not added where they say what one's own series says", () => {
    const plain = ownPartsOf(
      objectOf(...series("SUMMARY:Lunch", "COLOR:blue"), ...second("COLOR:blue")).calendar,
    );
    expect(withOwnInstances(shared.calendar, plain)).toBe(shared.calendar);
  });

  it("are of the alarms alone in a group", () => {
    expect(withoutOwnInstances(shared, written, nothing, "alarms")).toBe(written);
    const rings = objectOf(...series("SUMMARY:Lunch"), ...second("SUMMARY:Lunch", ...ALARM));
    expect(withoutOwnInstances(shared, rings, nothing, "alarms").overrides).toEqual([]);
  });

  it.each([
    ["says something else", second("SUMMARY:Other", "COLOR:blue"), series("SUMMARY:Lunch")],
    [
      "is one for everybody already",
      second("SUMMARY:Lunch", "COLOR:blue"),
      [...series("SUMMARY:Lunch"), ...second("SUMMARY:Lunch")],
    ],
    [
      "brings back an excluded occurrence",
      second("SUMMARY:Lunch", "COLOR:blue"),
      series("SUMMARY:Lunch", "EXDATE;TZID=Europe/Stockholm:20261124T120000"),
    ],
    [
      "holds from its occurrence on",
      second("SUMMARY:Lunch", "COLOR:blue").map((line) =>
        line.replace("RECURRENCE-ID", "RECURRENCE-ID;RANGE=THISANDFUTURE"),
      ),
      series("SUMMARY:Lunch"),
    ],
  ])("stay everybody's where the override %s", (_what, override, former) => {
    const object = objectOf(...series("SUMMARY:Lunch"), ...override);
    expect(withoutOwnInstances(objectOf(...former), object, nothing)).toBe(object);
  });

  it("follow the series where an app leaves them as they were shown", () => {
    const renamed = objectOf(...series("SUMMARY:Supper"), ...second("SUMMARY:Lunch", "COLOR:blue"));
    expect(withoutOwnInstances(shared, renamed, () => own).overrides).toEqual([]);
    // To somebody who had no own parts there, it was not shown: they mean this one to keep its title.
    expect(withoutOwnInstances(shared, renamed, nothing)).toBe(renamed);
  });
});
