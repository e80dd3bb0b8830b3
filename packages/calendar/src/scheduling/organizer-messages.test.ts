import { describe, expect, it } from "vitest";
import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { addressesOf } from "./attendee.ts";
import { prepareOrganizerChange } from "./organizer-change.ts";
import { organizerMessages } from "./organizer-messages.ts";
import { answersOf, event, linesOf, objectOf, reread } from "./scheduling-text.ts";

const isElin = addressesOf(["mailto:Elin@example.com", "urn:uuid:1"]);
const context = { now: Date.UTC(2026, 10, 20, 9), prodId: "-//Snart//Test//EN" };

const guests = (...names: readonly string[]): readonly string[] =>
  names.map((name) => {
    const [who, partstat] = name.split(" ");
    return `ATTENDEE${partstat ? `;PARTSTAT=${partstat}` : ""}:mailto:${who}@example.com`;
  });
const ME = "ATTENDEE;PARTSTAT=ACCEPTED:mailto:elin@example.com";

/** `REQUEST bengt` for a message, `(REQUEST) bengt` for a quiet one, with its instances. */
function sent(before: CalendarObject | undefined, after: CalendarObject | undefined): readonly string[] {
  return organizerMessages(before, after, isElin, context).map(({ method, recipient, calendar, isQuiet }) => {
    const name = /mailto:(.*)@/.exec(recipient)?.[1] ?? recipient;
    const instances = linesOf(reread(calendar)).map(
      (lines) => lines.find((line) => line.startsWith("RECURRENCE-ID"))?.split(":")[1] ?? "all",
    );
    return `${isQuiet ? `(${method})` : method} ${name} ${instances.join(" ")}`;
  });
}
const one = (...lines: readonly string[]): CalendarObject => objectOf(event(...lines));
const DAILY = "RRULE:FREQ=DAILY;COUNT=5";
const daily = (...lines: readonly string[]): readonly string[] => event(DAILY, ...lines);
const on = (day: string, ...lines: readonly string[]): readonly string[] =>
  event(`RECURRENCE-ID:202611${day}T110000Z`, ...lines);
const at = (day: string, hour: string): readonly string[] => [
  `DTSTART:202611${day}T${hour}0000Z`,
  `DTEND:202611${day}T${hour}3000Z`,
];

describe("the messages of an organizer's server", () => {
  const bengt = guests("bengt");
  const two = guests("bengt", "cilla");
  const table: readonly [
    what: string,
    before: CalendarObject | undefined,
    after: CalendarObject | undefined,
    messages: readonly string[],
  ][] = [
    ["a new meeting", undefined, one(ME, ...two), ["REQUEST bengt all", "REQUEST cilla all"]],
    ["nothing new", one(ME, ...two), one(ME, ...two), []],
    [
      "an alarm",
      one(...two),
      one(...two, "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M", "END:VALARM"),
      [],
    ],
    [
      "notes of the app to itself",
      one(...two),
      one(...two, "X-MOZ-LASTACK:1", "LAST-MODIFIED:20261120T100000Z"),
      [],
    ],
    ["another title", one(...two), one("SUMMARY:Dinner", ...two), ["REQUEST bengt all", "REQUEST cilla all"]],
    ["another time", one(...bengt), one(...at("24", "09"), ...bengt), ["REQUEST bengt all"]],
    [
      "the same time in another zone",
      one(...bengt),
      one(
        "DTSTART;TZID=Europe/Stockholm:20261123T120000",
        "DTEND;TZID=Europe/Stockholm:20261123T130000",
        ...bengt,
      ),
      [],
    ],
    ["one more guest", one(...bengt), one(...two), ["(REQUEST) bengt all", "REQUEST cilla all"]],
    ["one guest less", one(...two), one(...bengt), ["(REQUEST) bengt all", "CANCEL cilla all"]],
    ["the end of it", one(ME, ...two), undefined, ["CANCEL bengt all", "CANCEL cilla all"]],
    ["all guests less", one(...two), one(), ["CANCEL bengt all", "CANCEL cilla all"]],
    ["its cancellation", one(...bengt), one("STATUS:CANCELLED", ...bengt), ["CANCEL bengt all"]],
    ["the end of what was cancelled", one("STATUS:CANCELLED", ...bengt), undefined, []],
    ["an answer written by hand", one(...bengt), one(...guests("bengt ACCEPTED")), []],
    ["a guest for the client", undefined, one("ATTENDEE;SCHEDULE-AGENT=CLIENT:mailto:bengt@example.com"), []],
    ["a guest for nobody", undefined, one("ATTENDEE;SCHEDULE-AGENT=NONE:mailto:bengt@example.com"), []],
    ["an agent unknown", undefined, one("ATTENDEE;SCHEDULE-AGENT=X-OWL:mailto:bengt@example.com"), []],
    [
      "what is to be sent anyhow",
      one(...two),
      one("ATTENDEE;SCHEDULE-FORCE-SEND=REQUEST:mailto:bengt@example.com", ...guests("cilla")),
      ["REQUEST bengt all"],
    ],
    ["a guest by another spelling", one(...bengt), one("ATTENDEE:MAILTO:Bengt@Example.COM"), []],
    ["a series", undefined, objectOf(daily(...bengt)), ["REQUEST bengt all"]],
    [
      "one instance at another time",
      objectOf(daily(...two)),
      objectOf(daily(...two), on("25", ...at("25", "14"), ...two)),
      ["REQUEST bengt all 20261125T110000Z", "REQUEST cilla all 20261125T110000Z"],
    ],
    [
      "one instance excepted",
      objectOf(daily(...bengt)),
      objectOf(daily("EXDATE:20261125T110000Z", ...bengt)),
      ["CANCEL bengt 20261125T110000Z"],
    ],
    [
      "one instance cancelled",
      objectOf(daily(...bengt)),
      objectOf(
        daily(...bengt),
        on("25", "DTSTART:20261125T110000Z", "DTEND:20261125T120000Z", "STATUS:CANCELLED", ...bengt),
      ),
      ["CANCEL bengt 20261125T110000Z"],
    ],
    [
      "one instance back",
      objectOf(daily("EXDATE:20261125T110000Z", ...bengt)),
      objectOf(daily(...bengt)),
      ["REQUEST bengt all"],
    ],
    [
      "an exception where nothing was",
      objectOf(daily(...bengt)),
      objectOf(daily("EXDATE:20261225T110000Z", ...bengt)),
      [],
    ],
    [
      "one guest out of one instance",
      objectOf(daily(...two)),
      objectOf(daily(...two), on("25", "DTSTART:20261125T110000Z", "DTEND:20261125T120000Z", ...bengt)),
      ["(REQUEST) bengt all 20261125T110000Z", "CANCEL cilla 20261125T110000Z"],
    ],
    [
      "a guest in one instance only",
      objectOf(daily(...bengt)),
      objectOf(daily(...bengt), on("25", "DTSTART:20261125T110000Z", "DTEND:20261125T120000Z", ...two)),
      ["(REQUEST) bengt all 20261125T110000Z", "REQUEST cilla 20261125T110000Z"],
    ],
    [
      "the title of an instance that one guest is asked to",
      objectOf(daily(...bengt), on("25", ...at("25", "14"), ...guests("cilla"))),
      objectOf(daily(...bengt), on("25", "SUMMARY:Cake", ...at("25", "14"), ...guests("cilla"))),
      ["REQUEST cilla 20261125T110000Z"],
    ],
    [
      "the end of an instance that one guest is asked to",
      objectOf(daily(...bengt), on("25", ...at("25", "14"), ...guests("cilla"))),
      objectOf(daily(...bengt, "EXDATE:20261125T110000Z")),
      ["CANCEL cilla 20261125T110000Z"],
    ],
    [
      "a series elsewhen",
      objectOf(daily(...bengt)),
      objectOf(daily(...at("24", "09"), ...bengt)),
      ["REQUEST bengt all"],
    ],
    [
      "a shorter series",
      objectOf(daily(...bengt)),
      objectOf(event("RRULE:FREQ=DAILY;COUNT=3", ...bengt)),
      ["REQUEST bengt all"],
    ],
    ["no organizer any more", one(...bengt), undefined, ["CANCEL bengt all"]],
  ];
  it.each(table)("about %s", (_, before, after, messages) => {
    expect(sent(before, after)).toEqual(messages);
  });

  it("contain no more than needed: no alarms, no notes, nothing internal to the server, stamped now", () => {
    const after = one(
      "ATTENDEE;SCHEDULE-STATUS=1.2;RSVP=TRUE:mailto:bengt@example.com",
      "X-MOZ-LASTACK:20261101T120000Z",
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      "TRIGGER:-PT5M",
      "END:VALARM",
    );
    const [message] = organizerMessages(undefined, after, isElin, context);
    expect(message && linesOf(reread(message.calendar))).toEqual([
      [
        "UID:meeting",
        "DTSTAMP:20261120T090000Z",
        "DTSTART:20261123T110000Z",
        "DTEND:20261123T120000Z",
        "SUMMARY:Lunch",
        "ORGANIZER:mailto:elin@example.com",
        "ATTENDEE;RSVP=TRUE:mailto:bengt@example.com",
      ],
    ]);
    expect(message?.sender).toBe("mailto:elin@example.com");
  });

  it("cancel with an increased SEQUENCE and without the names of the others", () => {
    const before = one("SEQUENCE:3", ...guests("bengt", "cilla"));
    const [, toCilla] = organizerMessages(before, undefined, isElin, context);
    const [lines] = toCilla ? linesOf(reread(toCilla.calendar)) : [];
    expect(lines).toContain("SEQUENCE:4");
    expect(lines).toContain("STATUS:CANCELLED");
    expect(lines?.filter((line) => line.startsWith("ATTENDEE"))).toEqual(guests("cilla"));
  });

  it("leave instances to which somebody is not invited out of their series", () => {
    const after = objectOf(
      daily(...guests("bengt", "cilla")),
      on("25", ...at("25", "14"), ...guests("bengt")),
    );
    const [, toCilla] = organizerMessages(undefined, after, isElin, context);
    const lines = toCilla ? linesOf(reread(toCilla.calendar)) : [];
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("EXDATE:20261125T110000Z");
  });

  it("take seconds at most for five hundred guests of a thousand exceptions", () => {
    const many = Array.from({ length: 500 }, (_, i) => `ATTENDEE:mailto:guest${i}@example.com`);
    const dates = Array.from({ length: 1_000 }, (_, i) =>
      new Date(Date.UTC(2027, 0, 1 + i, 11)).toISOString().replace(/[-:]|\.\d+/g, ""),
    );
    const before = objectOf(event("RRULE:FREQ=DAILY", ...many));
    const after = objectOf(event("RRULE:FREQ=DAILY", `EXDATE:${dates.join(",")}`, ...many));
    const begun = process.cpuUsage();
    expect(organizerMessages(before, after, isElin, context)).toHaveLength(500);
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1e6).toBeLessThan(8);
  });
});

describe("an organizer's change", () => {
  const settle = (before: CalendarObject, after: CalendarObject, keepAnswers = false): CalendarObject =>
    reread(prepareOrganizerChange({ before, after, isOrganizer: isElin, keepAnswers }).calendar);
  const accepted = guests("bengt ACCEPTED", "cilla DECLINED", "dag DELEGATED");

  it("of the time asks everybody again, with a new SEQUENCE", () => {
    const settled = settle(one(ME, ...accepted), one(ME, ...at("24", "09"), ...accepted));
    expect(answersOf(settled)).toEqual([
      "elin ACCEPTED, bengt NEEDS-ACTION, cilla NEEDS-ACTION, dag DELEGATED",
    ]);
    expect(linesOf(settled)[0]).toContain("SEQUENCE:1");
    const counted = settle(one("SEQUENCE:4", ...accepted), one("SEQUENCE:7", ...at("24", "09"), ...accepted));
    expect(linesOf(counted)[0]).toContain("SEQUENCE:7");
  });

  it("of one instance's time asks again about that one", () => {
    const settled = settle(
      objectOf(daily(ME, ...accepted)),
      objectOf(daily(ME, ...accepted), on("25", ...at("25", "14"), ME, ...accepted)),
    );
    expect(answersOf(settled)).toEqual([
      "elin ACCEPTED, bengt ACCEPTED, cilla DECLINED, dag DELEGATED",
      "elin ACCEPTED, bengt NEEDS-ACTION, cilla NEEDS-ACTION, dag DELEGATED",
    ]);
  });

  it.each([
    ["of the title", one("SUMMARY:Dinner", ...accepted), one(...accepted)],
    ["of nothing", one(...accepted), one(...accepted)],
  ])("%s leaves the object as it was written", (_, after, before) => {
    expect(prepareOrganizerChange({ before, after, isOrganizer: isElin, keepAnswers: false })).toBe(after);
  });

  it("by somebody who has not seen the latest answers keeps them", () => {
    const before = one(ME, ...guests("bengt DECLINED", "cilla ACCEPTED"));
    const after = one(ME, "SUMMARY:Dinner", ...guests("bengt", "cilla TENTATIVE", "dag ACCEPTED"));
    expect(answersOf(settle(before, after, true))).toEqual([
      "elin ACCEPTED, bengt DECLINED, cilla ACCEPTED, dag ACCEPTED",
    ]);
    expect(answersOf(settle(before, after, false))).toEqual([
      "elin ACCEPTED, bengt NEEDS-ACTION, cilla TENTATIVE, dag ACCEPTED",
    ]);
  });
});
