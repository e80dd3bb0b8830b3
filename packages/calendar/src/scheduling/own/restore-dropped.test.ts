import { describe, expect, it } from "vitest";
import type { CalendarObject } from "../../icalendar/calendar-object.ts";
import { checkAttendeeChange } from "../attendee-change.ts";
import { attendeeReply } from "../attendee-reply.ts";
import { addressesOf } from "../attendee.ts";
import { claimedAnswers, withGivenAnswers } from "../claimed-answers.ts";
import { answersOf, event, linesOf, objectOf, reread } from "../scheduling-text.ts";

const isBengt = addressesOf(["mailto:bengt@example.com"]);
const isElin = addressesOf(["mailto:elin@example.com"]);
const context = { now: 0, prodId: "-//Test//EN" };
const bengt = (partstat: string): string => `ATTENDEE;PARTSTAT=${partstat}:mailto:bengt@example.com`;
const CILLA = "ATTENDEE;PARTSTAT=ACCEPTED:mailto:cilla@example.com";
const daily = (...lines: readonly string[]) => event("RRULE:FREQ=DAILY;COUNT=5", ...lines);
const on = (day: string, ...lines: readonly string[]) =>
  event(
    `RECURRENCE-ID:202611${day}T110000Z`,
    `DTSTART:202611${day}T130000Z`,
    `DTEND:202611${day}T140000Z`,
    ...lines,
  );

/** What is stored of a guest's write. */
function stored(before: CalendarObject, written: CalendarObject): CalendarObject {
  const checked = checkAttendeeChange(before, written, isBengt);
  if (!checked.ok) throw new Error(checked.problem);
  return checked.value;
}
const replyTo = (before: CalendarObject, after: CalendarObject): readonly string[] | undefined => {
  const reply = attendeeReply(before, after, isBengt, context);
  return reply && answersOf(reread(reply.calendar));
};

describe("a guest's app that leaves out what it doesn't know", () => {
  const before = objectOf(
    daily("EXDATE:20261124T110000Z", bengt("NEEDS-ACTION")),
    on("25", bengt("NEEDS-ACTION")),
    on("26", "STATUS:CANCELLED", bengt("NEEDS-ACTION")),
  );

  it.each([
    [
      "the exceptions",
      objectOf(
        daily(bengt("ACCEPTED")),
        ...["25", "26"].map((day) =>
          on(day, ...(day === "26" ? ["STATUS:CANCELLED"] : []), bengt("NEEDS-ACTION")),
        ),
      ),
    ],
    ["the overrides", objectOf(daily("EXDATE:20261124T110000Z", bengt("ACCEPTED")))],
    ["both", objectOf(daily(bengt("ACCEPTED")))],
  ])("answers the series all the same: without %s", (_, written) => {
    const after = stored(before, written);
    expect(linesOf(after)[0]?.filter((line) => line.startsWith("EXDATE"))).toEqual([
      "EXDATE:20261124T110000Z",
    ]);
    expect(answersOf(after)).toEqual(["bengt ACCEPTED", "bengt NEEDS-ACTION", "bengt NEEDS-ACTION"]);
    expect(linesOf(after)[2]).toContain("STATUS:CANCELLED");
    expect(replyTo(before, after)).toEqual(["bengt ACCEPTED"]);
  });

  it("answers one date without the series", () => {
    const after = stored(before, objectOf(on("25", bengt("DECLINED"))));
    expect(answersOf(after)).toEqual(["bengt NEEDS-ACTION", "bengt DECLINED", "bengt NEEDS-ACTION"]);
    expect(replyTo(before, after)).toEqual(["bengt DECLINED"]);
  });

  it("is not asked who the organizer is", () => {
    const task = (...lines: readonly string[]) =>
      objectOf([...event(...lines)].map((line) => line.replace("VEVENT", "VTODO").replace("DTEND", "DUE")));
    const own = task(bengt("NEEDS-ACTION"));
    const written = objectOf(
      [...event(bengt("ACCEPTED"))]
        .filter((line) => !line.startsWith("ORGANIZER"))
        .map((line) => line.replace("VEVENT", "VTODO").replace("DTEND", "DUE")),
    );
    const after = stored(own, written);
    expect(linesOf(after)[0]).toContain("ORGANIZER:mailto:elin@example.com");
    expect(replyTo(own, after)).toEqual(["bengt ACCEPTED"]);
  });

  it("may take a date out with an exception", () => {
    const after = stored(
      before,
      objectOf(daily("EXDATE:20261124T110000Z,20261125T110000Z,20261126T110000Z", bengt("NEEDS-ACTION"))),
    );
    expect(after.overrides).toEqual([]);
    expect(replyTo(before, after)).toEqual(["bengt DECLINED"]);
  });
});

describe("a guest who takes themselves off the list", () => {
  it("has declined: all of it, or the part that they are gone from", () => {
    const before = objectOf(daily(bengt("ACCEPTED"), CILLA), on("25", bengt("NEEDS-ACTION"), CILLA));
    expect(replyTo(before, objectOf(daily(CILLA), on("25", CILLA)))).toEqual([
      "bengt DECLINED",
      "bengt DECLINED",
    ]);
    expect(replyTo(before, objectOf(daily(bengt("ACCEPTED"), CILLA), on("25", CILLA)))).toEqual([
      "bengt DECLINED",
    ]);
  });

  it("who had declined, or whose event is cancelled, tells nothing", () => {
    expect(replyTo(objectOf(event(bengt("DECLINED"))), objectOf(event(CILLA)))).toBeUndefined();
    expect(
      replyTo(objectOf(event("STATUS:CANCELLED", bengt("ACCEPTED"))), objectOf(event(CILLA))),
    ).toBeUndefined();
  });
});

describe("an answer that the organizer writes", () => {
  const before = objectOf(event(bengt("DECLINED"), CILLA));
  const mustAnswer = addressesOf(["mailto:bengt@example.com", "mailto:cilla@example.com"]);

  it("is a claim unless it was given", () => {
    expect([...claimedAnswers(undefined, before, isElin)]).toEqual([
      "mailto:bengt@example.com",
      "mailto:cilla@example.com",
    ]);
    expect([...claimedAnswers(before, before, isElin)]).toEqual([]);
    const after = objectOf(
      event(bengt("ACCEPTED"), CILLA, "ATTENDEE;PARTSTAT=ACCEPTED:mailto:elin@example.com"),
    );
    expect([...claimedAnswers(before, after, isElin)]).toEqual(["mailto:bengt@example.com"]);
    expect([...claimedAnswers(before, objectOf(event(bengt("NEEDS-ACTION"), CILLA)), isElin)]).toEqual([]);
  });

  it("gives way to the one that was given, or to none", () => {
    const after = objectOf(event(bengt("ACCEPTED"), CILLA));
    expect(answersOf(withGivenAnswers(before, after, mustAnswer))).toEqual([
      "bengt DECLINED, cilla ACCEPTED",
    ]);
    expect(answersOf(withGivenAnswers(undefined, after, mustAnswer))).toEqual([
      "bengt NEEDS-ACTION, cilla NEEDS-ACTION",
    ]);
    expect(withGivenAnswers(before, after, () => false)).toBe(after);
  });

  it("to one date counts for no date", () => {
    const series = objectOf(daily(bengt("ACCEPTED")));
    const after = objectOf(
      daily(bengt("ACCEPTED")),
      on("25", bengt("DECLINED")),
      on("26", bengt("ACCEPTED")),
    );
    expect(answersOf(withGivenAnswers(series, after, mustAnswer))).toEqual([
      "bengt ACCEPTED",
      "bengt ACCEPTED",
      "bengt ACCEPTED",
    ]);
  });
});
