import { describe, expect, it } from "vitest";
import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { addressesOf } from "./attendee.ts";
import { prepareOrganizerChange } from "./organizer-change.ts";
import { answersOf, event, linesOf, objectOf } from "./scheduling-text.ts";

const isElin = addressesOf(["mailto:elin@example.com"]);
const BENGT = "ATTENDEE;PARTSTAT=ACCEPTED:mailto:bengt@example.com";
const meeting = (...lines: readonly string[]): CalendarObject => objectOf(event(...lines, BENGT));

function settled(before: readonly string[], after: readonly string[]) {
  const object = prepareOrganizerChange({
    before: meeting(...before),
    after: meeting(...after),
    isOrganizer: isElin,
    keepAnswers: false,
  });
  const sequence = linesOf(object)[0]?.find((line) => line.startsWith("SEQUENCE"));
  return [sequence?.slice(9) ?? "0", ...answersOf(object)];
}

const SERIES = "RRULE:FREQ=DAILY;COUNT=5";
const DAILY_UNTIL = (day: string): string => `RRULE:FREQ=DAILY;UNTIL=202611${day}T110000Z`;
const [YES, ASKED] = ["bengt ACCEPTED", "bengt NEEDS-ACTION"];

describe("the SEQUENCE of a meeting", () => {
  it.each([
    ["that says less than before", ["SEQUENCE:5"], ["SEQUENCE:0", "SUMMARY:Dinner"], ["5", YES]],
    ["that says nothing", ["SEQUENCE:5"], ["SUMMARY:Dinner"], ["5", YES]],
    ["that the client has raised", ["SEQUENCE:5"], ["SEQUENCE:8", "SUMMARY:Dinner"], ["8", YES]],
    [
      "that says less, at another time",
      ["SEQUENCE:5"],
      ["SEQUENCE:0", "DTSTART:20261124T110000Z", "DTEND:20261124T120000Z"],
      ["6", ASKED],
    ],
  ])("never falls, where a client writes one %s", (_what, before, after, expected) => {
    expect(settled(before, after)).toEqual(expected);
  });

  it.each([
    ["a date less", [SERIES], [SERIES, "EXDATE:20261124T110000Z"], ["1", YES]],
    ["a date back", [SERIES, "EXDATE:20261124T110000Z"], [SERIES], ["1", YES]],
    ["an earlier end", [SERIES], ["RRULE:FREQ=DAILY;COUNT=3"], ["1", YES]],
    ["another status", ["STATUS:TENTATIVE"], ["STATUS:CONFIRMED"], ["1", YES]],
    ["a cancellation", ["STATUS:CONFIRMED"], ["STATUS:CANCELLED"], ["1", YES]],
    ["a later end of the series", [DAILY_UNTIL("25")], [DAILY_UNTIL("28")], ["1", YES]],
    ["another end", [], ["DTSTART:20261123T110000Z", "DTEND:20261123T130000Z"], ["1", ASKED]],
    ["another length", [], ["DTSTART:20261123T110000Z", "DURATION:PT2H"], ["1", ASKED]],
    ["another rule", [SERIES], ["RRULE:FREQ=WEEKLY;COUNT=5"], ["1", ASKED]],
    ["more dates", [SERIES], [SERIES, "RDATE:20261201T110000Z"], ["1", ASKED]],
  ])("rises with %s (RFC 5546 §2.1.4)", (_what, before, after, expected) => {
    expect(settled(before, after)).toEqual(expected);
  });

  it.each([
    ["another title", ["SEQUENCE:2"], ["SEQUENCE:2", "SUMMARY:Dinner"]],
    ["a status that goes without saying", ["SEQUENCE:2"], ["SEQUENCE:2", "STATUS:CONFIRMED"]],
    [
      "the same exception in another form",
      ["SEQUENCE:2", SERIES, "EXDATE:20261124T110000Z"],
      ["SEQUENCE:2", SERIES, "EXDATE;TZID=Europe/Stockholm:20261124T120000"],
    ],
  ])("stays with %s", (_what, before, after) => {
    expect(settled(before, after)).toEqual(["2", YES]);
  });

  it("of a task rises when it is due at another time", () => {
    const task = (due: string): CalendarObject =>
      objectOf(
        event("DTSTART:20261123T110000Z", `DUE:202611${due}T120000Z`, BENGT).map((line) =>
          line.replace("VEVENT", "VTODO"),
        ),
      );
    const context = { isOrganizer: isElin, keepAnswers: false };
    const object = prepareOrganizerChange({ before: task("24"), after: task("25"), ...context });
    expect(linesOf(object)[0]).toContain("SEQUENCE:1");
    expect(prepareOrganizerChange({ before: task("24"), after: task("24"), ...context }).main).toEqual(
      task("24").main,
    );
  });

  it("of an instance of its own is not below that of its series", () => {
    const series = event("SEQUENCE:5", SERIES, BENGT);
    const instance = event(
      "RECURRENCE-ID:20261124T110000Z",
      "DTSTART:20261124T110000Z",
      "DTEND:20261124T120000Z",
      "SUMMARY:Tea",
      BENGT,
    );
    const object = prepareOrganizerChange({
      before: objectOf(series),
      after: objectOf(series, instance),
      isOrganizer: isElin,
      keepAnswers: false,
    });
    expect(linesOf(object)[1]).toContain("SEQUENCE:5");
  });
});
