import { describe, expect, it } from "vitest";
import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { addressesOf } from "./attendee.ts";
import { checkAttendeeChange } from "./attendee-change.ts";
import { prepareOrganizerChange } from "./organizer-change.ts";
import { organizerMessages } from "./organizer-messages.ts";
import { answersOf, event, objectOf } from "./scheduling-text.ts";

const isElin = addressesOf(["mailto:elin@example.com"]);
const isBengt = addressesOf(["mailto:bengt@example.com"]);
const context = { now: Date.UTC(2026, 10, 20, 9), prodId: "-//Snart//Test//EN" };

/** Tuesday 24 November 2026 at twelve in Stockholm. */
const AT_NOON = [
  "DTSTART;TZID=Europe/Stockholm:20261124T120000",
  "DTEND;TZID=Europe/Stockholm:20261124T130000",
];
const ALL_DAY = ["DTSTART;VALUE=DATE:20261124"];
const at = (zone: string): readonly string[] => [
  `DTSTART;TZID=${zone}:20261124T120000`,
  `DTEND;TZID=${zone}:20261124T130000`,
];

const meeting = (lines: readonly string[], partstat: string): CalendarObject => {
  const times = lines.some((line) => line.startsWith("DTSTART")) ? lines : [...AT_NOON, ...lines];
  return objectOf(event(...times, "SEQUENCE:3", `ATTENDEE;PARTSTAT=${partstat}:mailto:bengt@example.com`));
};

/** What two ways to write a series are taken for, by everybody who compares them. */
function compared(one: readonly string[], other: readonly string[]): Record<string, unknown> {
  const answer = checkAttendeeChange(meeting(one, "NEEDS-ACTION"), meeting(other, "ACCEPTED"), isBengt);
  const [before, after] = [meeting(one, "ACCEPTED"), meeting(other, "ACCEPTED")];
  const settled = prepareOrganizerChange({ before, after, isOrganizer: isElin, keepAnswers: false });
  return {
    mayAnswer: answer.ok,
    answers: answersOf(settled),
    sequence: settled.main?.properties.find(({ name }) => name === "SEQUENCE")?.value,
    told: organizerMessages(before, settled, isElin, context).length,
  };
}

const SAME = { mayAnswer: true, answers: ["bengt ACCEPTED"], sequence: "3", told: 0 };

describe("two ways to write one series", () => {
  const equal: readonly [what: string, one: readonly string[], other: readonly string[]][] = [
    [
      "INTERVAL=1, as Apple's apps and Outlook write it",
      ["RRULE:FREQ=WEEKLY"],
      ["RRULE:FREQ=WEEKLY;INTERVAL=1"],
    ],
    ["weekdays in another order", ["RRULE:FREQ=WEEKLY;BYDAY=TU,TH"], ["RRULE:FREQ=WEEKLY;BYDAY=TH,TU"]],
    ["a week's first day where nothing hangs on it", ["RRULE:FREQ=WEEKLY"], ["RRULE:FREQ=WEEKLY;WKST=SU"]],
    [
      "the first day that holds anyway",
      ["RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU"],
      ["RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO"],
    ],
    ["a sign before a number", ["RRULE:FREQ=MONTHLY;BYDAY=4TU"], ["RRULE:FREQ=MONTHLY;BYDAY=+4TU"]],
    [
      "a weekday's number as a position",
      ["RRULE:FREQ=MONTHLY;BYDAY=4TU"],
      ["RRULE:FREQ=MONTHLY;BYDAY=TU;BYSETPOS=4"],
    ],
    ["the weekday that DTSTART says", ["RRULE:FREQ=WEEKLY"], ["RRULE:FREQ=WEEKLY;BYDAY=TU"]],
    ["the day of the month that DTSTART says", ["RRULE:FREQ=MONTHLY"], ["RRULE:FREQ=MONTHLY;BYMONTHDAY=24"]],
    [
      "the day of the year that DTSTART says",
      ["RRULE:FREQ=YEARLY"],
      ["RRULE:FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=24"],
    ],
    [
      "the time of day that DTSTART says",
      ["RRULE:FREQ=DAILY"],
      ["RRULE:FREQ=DAILY;BYHOUR=12;BYMINUTE=0;BYSECOND=0"],
    ],
    [
      "times of day of whole days",
      [...ALL_DAY, "RRULE:FREQ=DAILY"],
      [...ALL_DAY, "RRULE:FREQ=DAILY;BYHOUR=9"],
    ],
    ["letter case and order of parts", ["RRULE:FREQ=WEEKLY;COUNT=4"], ["RRULE:count=4;freq=weekly"]],
    [
      "RSCALE and SKIP as they are by default",
      ["RRULE:FREQ=MONTHLY"],
      ["RRULE:RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=OMIT"],
    ],
    [
      "an end at the last instance and at the end of its day",
      ["RRULE:FREQ=DAILY;UNTIL=20261224T110000Z"],
      ["RRULE:FREQ=DAILY;UNTIL=20261224T225959Z"],
    ],
    ["an end as a date", ["RRULE:FREQ=DAILY;UNTIL=20261224T110000Z"], ["RRULE:FREQ=DAILY;UNTIL=20261224"]],
    [
      "an end between two instances",
      ["RRULE:FREQ=WEEKLY;UNTIL=20261222T110000Z"],
      ["RRULE:FREQ=WEEKLY;UNTIL=20261226T000000Z"],
    ],
    [
      "an end by number and by date",
      ["RRULE:FREQ=WEEKLY;COUNT=5"],
      ["RRULE:FREQ=WEEKLY;UNTIL=20261222T110000Z"],
    ],
    [
      "the end of a rule with gaps of years",
      ["RRULE:FREQ=YEARLY;INTERVAL=4;UNTIL=20401231T000000Z"],
      ["RRULE:FREQ=YEARLY;INTERVAL=4;UNTIL=20381124T110000Z"],
    ],
    [
      "dates in another order, one line or several",
      ["RDATE;TZID=Europe/Stockholm:20261201T120000,20261203T120000"],
      ["RDATE:20261203T110000Z", "RDATE:20261201T110000Z"],
    ],
    ["a date that is DTSTART again", ["RDATE:20261201T110000Z"], ["RDATE:20261124T110000Z,20261201T110000Z"]],
    [
      "a period as long as the event",
      ["RDATE:20261201T110000Z"],
      ["RDATE;VALUE=PERIOD:20261201T110000Z/PT1H"],
    ],
    [
      "exceptions in another order and form",
      ["RRULE:FREQ=DAILY", "EXDATE;TZID=Europe/Stockholm:20261201T120000,20261203T120000"],
      ["RRULE:FREQ=DAILY", "EXDATE:20261203T110000Z", "EXDATE;VALUE=DATE:20261201"],
    ],
    [
      "an exception to whole days with a time",
      [...ALL_DAY, "RRULE:FREQ=DAILY", "EXDATE;VALUE=DATE:20261201"],
      [...ALL_DAY, "RRULE:FREQ=DAILY", "EXDATE:20261201T110000Z"],
    ],
    [
      "another name of the zone",
      [...at("Europe/Stockholm"), "RRULE:FREQ=DAILY"],
      [...at("W. Europe Standard Time"), "RRULE:FREQ=DAILY"],
    ],
    [
      "a zone with a prefix",
      [...at("Europe/Stockholm"), "RRULE:FREQ=DAILY"],
      [...at("/freeassociation.sourceforge.net/Europe/Stockholm"), "RRULE:FREQ=DAILY"],
    ],
    [
      "UTC by two names",
      [...at("Etc/UTC"), "RRULE:FREQ=DAILY"],
      ["DTSTART:20261124T120000Z", "DTEND:20261124T130000Z", "RRULE:FREQ=DAILY"],
    ],
    ["an empty rule", ["RRULE:FREQ=DAILY"], ["RRULE:FREQ=DAILY;"]],
  ];

  it.each(equal)("is the same: %s", (_what, one, other) => {
    expect(compared(one, other)).toEqual(SAME);
    expect(compared(other, one)).toEqual(SAME);
  });

  const different: readonly [what: string, one: readonly string[], other: readonly string[]][] = [
    ["every second week", ["RRULE:FREQ=WEEKLY"], ["RRULE:FREQ=WEEKLY;INTERVAL=2"]],
    ["another weekday", ["RRULE:FREQ=WEEKLY;BYDAY=TU"], ["RRULE:FREQ=WEEKLY;BYDAY=TU,WE"]],
    [
      "another first day of the week where that counts",
      ["RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU"],
      ["RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU"],
    ],
    ["from the end of the month", ["RRULE:FREQ=MONTHLY;BYDAY=4TU"], ["RRULE:FREQ=MONTHLY;BYDAY=-1TU"]],
    ["another time of day", ["RRULE:FREQ=DAILY;BYHOUR=12"], ["RRULE:FREQ=DAILY;BYHOUR=12,13"]],
    ["a date more", ["RDATE:20261201T110000Z"], ["RDATE:20261201T110000Z,20261202T110000Z"]],
    ["a longer period", ["RDATE:20261201T110000Z"], ["RDATE;VALUE=PERIOD:20261201T110000Z/PT2H"]],
    [
      "another zone that shows the same now",
      [...at("Europe/Stockholm"), "RRULE:FREQ=DAILY"],
      [...at("Africa/Lagos"), "RRULE:FREQ=DAILY"],
    ],
  ];

  it.each(different)("is another: %s", (_what, one, other) => {
    expect(compared(one, other)).toEqual({
      mayAnswer: false,
      answers: ["bengt NEEDS-ACTION"],
      sequence: "4",
      told: 1,
    });
  });

  it("ends earlier or later: whoever has said yes to all has said yes to less, and is told", () => {
    const [one, other] = [["RRULE:FREQ=WEEKLY;COUNT=5"], ["RRULE:FREQ=WEEKLY;UNTIL=20261215T110000Z"]];
    expect(compared(one, other)).toMatchObject({ mayAnswer: false, answers: ["bengt ACCEPTED"], told: 1 });
  });
});
