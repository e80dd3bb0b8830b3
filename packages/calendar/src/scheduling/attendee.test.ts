import { describe, expect, it } from "vitest";
import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { addressesOf, roleIn } from "./attendee.ts";
import { checkAttendeeChange } from "./attendee-change.ts";
import { attendeeReply } from "./attendee-reply.ts";
import { answersOf, event, linesOf, objectOf, reread } from "./scheduling-text.ts";

const isBengt = addressesOf(["mailto:bengt@example.com"]);
const context = { now: Date.UTC(2026, 10, 20, 9), prodId: "-//Snart//Test//EN" };
const people = (mine: string, ...others: readonly string[]): readonly string[] => [
  `ATTENDEE${mine && `;PARTSTAT=${mine}`}:mailto:bengt@example.com`,
  ...others,
];
const one = (...lines: readonly string[]): CalendarObject => objectOf(event(...lines));
const DAILY = "RRULE:FREQ=DAILY;COUNT=5";
const daily = (...lines: readonly string[]): readonly string[] => event(DAILY, ...lines);
const on = (day: string, ...lines: readonly string[]): readonly string[] =>
  event(
    `RECURRENCE-ID:202611${day}T110000Z`,
    ...(lines.some((line) => line.startsWith("DTSTART"))
      ? []
      : [`DTSTART:202611${day}T110000Z`, `DTEND:202611${day}T120000Z`]),
    ...lines,
  );

/** `all ACCEPTED` and the like, one for each component of the answer. */
function replied(before: CalendarObject | undefined, after: CalendarObject | undefined): readonly string[] {
  const reply = attendeeReply(before, after, isBengt, context);
  if (!reply) return [];
  expect([reply.method, reply.sender, reply.recipient, reply.uid]).toEqual([
    "REPLY",
    "mailto:bengt@example.com",
    "mailto:elin@example.com",
    "meeting",
  ]);
  return linesOf(reread(reply.calendar)).map((lines) => {
    const instance = lines.find((line) => line.startsWith("RECURRENCE-ID"))?.split(":")[1] ?? "all";
    const mine = lines.filter((line) => line.startsWith("ATTENDEE"));
    return `${instance} ${mine.map((line) => /PARTSTAT=([A-Z-]+)/.exec(line)?.[1] ?? "-").join("+")}`;
  });
}

describe("what an attendee's server sends", () => {
  const AGENT = "ORGANIZER;SCHEDULE-AGENT=CLIENT:mailto:elin@example.com";
  const FORCED = "ORGANIZER;SCHEDULE-FORCE-SEND=REPLY:mailto:elin@example.com";
  const table: readonly [
    what: string,
    before: CalendarObject | undefined,
    after: CalendarObject | undefined,
    answers: readonly string[],
  ][] = [
    ["to accept", one(...people("")), one(...people("ACCEPTED")), ["all ACCEPTED"]],
    ["to change one's mind", one(...people("ACCEPTED")), one(...people("DECLINED")), ["all DECLINED"]],
    ["to take it back", one(...people("ACCEPTED")), one(...people("NEEDS-ACTION")), ["all NEEDS-ACTION"]],
    ["to say the same", one(...people("ACCEPTED")), one(...people("ACCEPTED")), []],
    ["to be reminded", one(...people("")), one(...people(""), "TRANSP:TRANSPARENT"), []],
    [
      "to say the same with force",
      one(...people("ACCEPTED")),
      one(...people("ACCEPTED"), FORCED),
      ["all ACCEPTED"],
    ],
    ["to answer by mail", one(...people(""), AGENT), one(...people("ACCEPTED"), AGENT), []],
    ["to delete it", one(...people("ACCEPTED")), undefined, ["all DECLINED"]],
    ["to delete it unanswered", one(...people("")), undefined, ["all DECLINED"]],
    ["to delete it declined", one(...people("DECLINED")), undefined, []],
    ["to delete it cancelled", one(...people("ACCEPTED"), "STATUS:CANCELLED"), undefined, []],
    ["to put what came by mail", undefined, one(...people("")), []],
    ["to put what came by mail with an answer", undefined, one(...people("TENTATIVE")), ["all TENTATIVE"]],
    [
      "to accept a series",
      objectOf(daily(...people(""))),
      objectOf(daily(...people("ACCEPTED"))),
      ["all ACCEPTED"],
    ],
    [
      "to decline one instance",
      objectOf(daily(...people("ACCEPTED"))),
      objectOf(daily(...people("ACCEPTED")), on("25", ...people("DECLINED"))),
      ["20261125T110000Z DECLINED"],
    ],
    [
      "to leave one instance out",
      objectOf(daily(...people("ACCEPTED"))),
      objectOf(daily(...people("ACCEPTED"), "EXDATE:20261125T110000Z")),
      ["20261125T110000Z DECLINED"],
    ],
    [
      "to leave a declined instance out",
      objectOf(daily(...people("ACCEPTED")), on("25", ...people("DECLINED"))),
      objectOf(daily(...people("ACCEPTED"), "EXDATE:20261125T110000Z")),
      [],
    ],
    [
      "to leave out what never was",
      objectOf(daily(...people("ACCEPTED"))),
      objectOf(daily(...people("ACCEPTED"), "EXDATE:20261225T110000Z")),
      [],
    ],
    [
      "to accept all, one of which is written by itself",
      objectOf(daily(...people("")), on("25", ...people(""))),
      objectOf(daily(...people("ACCEPTED")), on("25", ...people("ACCEPTED"))),
      ["all ACCEPTED", "20261125T110000Z ACCEPTED"],
    ],
    [
      "to accept the one that one is asked to",
      objectOf(on("25", ...people(""))),
      objectOf(on("25", ...people("ACCEPTED"))),
      ["20261125T110000Z ACCEPTED"],
    ],
    [
      "to delete the two that one is asked to",
      objectOf(on("25", ...people("")), on("26", ...people("ACCEPTED"))),
      undefined,
      ["20261125T110000Z DECLINED", "20261126T110000Z DECLINED"],
    ],
    [
      "to pass it on",
      one(...people("")),
      one(
        'ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO="mailto:dag@example.com":mailto:bengt@example.com',
        'ATTENDEE;PARTSTAT=NEEDS-ACTION;DELEGATED-FROM="mailto:bengt@example.com":mailto:dag@example.com',
      ),
      ["all DELEGATED+NEEDS-ACTION"],
    ],
  ];
  it.each(table)("%s", (_, before, after, answers) => {
    expect(replied(before, after)).toEqual(answers);
  });

  it("contains who answers, which instance, when, and a comment, and nothing about the others", () => {
    const others = ["ATTENDEE;PARTSTAT=DECLINED:mailto:cilla@example.com"];
    const before = one(...people("", ...others), "LOCATION:Bistro");
    const after = one(
      ...people("ACCEPTED;RSVP=TRUE", ...others),
      "LOCATION:Bistro",
      "COMMENT:Gladly",
      "SEQUENCE:2",
    );
    const reply = attendeeReply(before, after, isBengt, context);
    expect(reply && linesOf(reread(reply.calendar))).toEqual([
      [
        "UID:meeting",
        "DTSTAMP:20261120T090000Z",
        "DTSTART:20261123T110000Z",
        "SUMMARY:Lunch",
        "ORGANIZER:mailto:elin@example.com",
        "COMMENT:Gladly",
        "SEQUENCE:2",
        "ATTENDEE;PARTSTAT=ACCEPTED:mailto:bengt@example.com",
      ],
    ]);
  });
});

describe("what an attendee may change", () => {
  const cilla = "ATTENDEE;PARTSTAT=ACCEPTED:mailto:cilla@example.com";
  const before = one("LOCATION:Bistro", ...people("", cilla));
  const may = (after: CalendarObject, there = before): string => {
    const settled = checkAttendeeChange(there, after, isBengt);
    return settled.ok ? "yes" : settled.problem;
  };
  it.each([
    ["the answer", one("LOCATION:Bistro", ...people("ACCEPTED", cilla)), "yes"],
    [
      "alarms",
      one(
        "LOCATION:Bistro",
        ...people("", cilla),
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        "TRIGGER:-PT5M",
        "END:VALARM",
      ),
      "yes",
    ],
    [
      "transparency and notes",
      one(
        "LOCATION:Bistro",
        ...people("", cilla),
        "TRANSP:TRANSPARENT",
        "X-MY:1",
        "CATEGORIES:Fun",
        "CLASS:PRIVATE",
      ),
      "yes",
    ],
    [
      "the time in another writing",
      one(
        "LOCATION:Bistro",
        "DTSTART;TZID=Europe/Stockholm:20261123T120000",
        "DURATION:PT1H",
        ...people("", cilla),
      ),
      "yes",
    ],
    ["spaces in the title", one("LOCATION:Bistro ", "SUMMARY: Lunch", ...people("", cilla)), "yes"],
    [
      "a delegate",
      one(
        "LOCATION:Bistro",
        ...people("DELEGATED", cilla),
        'ATTENDEE;DELEGATED-FROM="mailto:bengt@example.com":mailto:dag@example.com',
      ),
      "yes",
    ],
    [
      "the time",
      one("LOCATION:Bistro", "DTSTART:20261123T100000Z", "DTEND:20261123T110000Z", ...people("", cilla)),
      "the time",
    ],
    [
      "the length",
      one("LOCATION:Bistro", "DTSTART:20261123T110000Z", "DTEND:20261123T123000Z", ...people("", cilla)),
      "the time",
    ],
    ["the title", one("LOCATION:Bistro", "SUMMARY:Dinner", ...people("", cilla)), "SUMMARY"],
    ["the place", one(...people("", cilla)), "LOCATION"],
    ["the state", one("LOCATION:Bistro", "STATUS:CANCELLED", ...people("", cilla)), "STATUS"],
    ["the repetition", one("LOCATION:Bistro", DAILY, ...people("", cilla)), "the repetition"],
    [
      "who organises",
      one("LOCATION:Bistro", "ORGANIZER:mailto:bengt@example.com", ...people("", cilla)),
      "ORGANIZER",
    ],
    [
      "who else is asked",
      one("LOCATION:Bistro", ...people("", cilla, "ATTENDEE:mailto:dag@example.com")),
      "who is asked",
    ],
    ["who is not", one("LOCATION:Bistro", ...people("")), "who is asked"],
  ])("%s", (_, after, answer) => {
    expect(may(after)).toBe(answer);
  });

  it.each([
    ["an instance to decline", objectOf(daily(...people("")), on("25", ...people("DECLINED"))), "yes"],
    ["an instance to leave out", objectOf(daily(...people(""), "EXDATE:20261125T110000Z")), "yes"],
    [
      "an instance elsewhen",
      objectOf(daily(...people("")), on("25", "DTSTART:20261125T130000Z", ...people(""))),
      "the time",
    ],
    [
      "an instance that never was",
      objectOf(daily(...people("")), on("28", ...people(""))),
      "an instance that the organizer did not ask for",
    ],
  ])("to a series: %s", (_, after, answer) => {
    expect(may(after, objectOf(daily(...people(""))))).toBe(answer);
  });

  it("may not bring back an instance that the organizer left out", () => {
    const without = objectOf(daily(...people(""), "EXDATE:20261125T110000Z"));
    const back = objectOf(daily(...people("")), on("25", ...people("")));
    expect(may(back, without)).toBe("EXDATE");
    const moved = objectOf(daily(...people("")), on("25", "DTSTART:20261125T130000Z", ...people("")));
    expect(may(objectOf(daily(...people(""), "EXDATE:20261125T110000Z")), moved)).toBe("yes");
  });

  it("may not change other answers: the stored ones stand", () => {
    const older = one(
      "LOCATION:Bistro",
      ...people("ACCEPTED", "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:cilla@example.com"),
    );
    const settled = checkAttendeeChange(before, older, isBengt);
    expect(settled.ok && answersOf(settled.value)).toEqual(["bengt ACCEPTED, cilla ACCEPTED"]);
  });

  it("leaves the text unchanged if nothing of the attendee's changed", () => {
    const after = one("LOCATION:Bistro", ...people("ACCEPTED", cilla));
    const settled = checkAttendeeChange(before, after, isBengt);
    expect(settled.ok && settled.value).toBe(after);
  });
});

describe("a person's role", () => {
  const isElin = addressesOf(["mailto:elin@example.com"]);
  it.each([
    ["who organises for others", one(...people("")), isElin, "organizer"],
    ["who organises for nobody", one(), isElin, undefined],
    ["who is asked", one(...people("")), isBengt, "attendee"],
    ["who is asked to one instance", objectOf(daily(), on("25", ...people(""))), isBengt, "attendee"],
    ["who has nothing to do with it", one("ATTENDEE:mailto:cilla@example.com"), isBengt, undefined],
    [
      "who is asked by nobody",
      objectOf(
        event("ORGANIZER:mailto:x@example.com", ...people("")).filter(
          (line) => !line.startsWith("ORGANIZER"),
        ),
      ),
      isBengt,
      undefined,
    ],
  ])("%s", (_, object, isMine, role) => {
    expect(roleIn(object, isMine)).toBe(role);
  });
});
