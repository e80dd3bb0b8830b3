import { describe, expect, it } from "vitest";
import { addressesOf } from "./attendee.ts";
import { applyCounter, counterMessage, type ProposedTime } from "./counter.ts";
import { event, linesOf, messageOf, objectOf, reread } from "./scheduling-text.ts";

const isBengts = addressesOf(["mailto:bengt@example.com"]);
const at = (text: string): number => Date.parse(text);
const CONTEXT = { now: at("2026-11-20T12:00:00Z"), prodId: "-//Snart//EN" };
const BENGT = "ATTENDEE;PARTSTAT=TENTATIVE:mailto:bengt@example.com";
const CILLA = "ATTENDEE:mailto:cilla@example.com";
const later: ProposedTime = {
  instance: null,
  start: at("2026-11-23T14:00:00Z"),
  end: at("2026-11-23T15:00:00Z"),
  isAllDay: false,
  note: "",
};
const lunch = (...lines: readonly string[]) => objectOf(event(BENGT, CILLA, ...lines));
const weekly = (...more: readonly (readonly string[])[]) =>
  objectOf(event(BENGT, "RRULE:FREQ=WEEKLY;COUNT=3", "EXDATE:20261130T110000Z"), ...more);
const propose = (object: ReturnType<typeof lunch>, wanted: Partial<ProposedTime> = {}) =>
  counterMessage(object, { ...later, ...wanted }, isBengts, CONTEXT);

describe("a guest's proposal", () => {
  it("names the version, the new time in the event's zone, the guest alone and the note", () => {
    const object = lunch(
      "SEQUENCE:3",
      "DTSTART;TZID=Europe/Stockholm:20261123T120000",
      "DTEND;TZID=Europe/Stockholm:20261123T130000",
      "COMMENT:of the invitation",
      "X-SNART-ASKED-AT:3",
    );
    const made = propose(object, { note: " The train, late " });
    if (!made.ok) throw new Error(made.problem);
    expect(made.value).toMatchObject({
      method: "COUNTER",
      sender: "mailto:bengt@example.com",
      recipient: "mailto:elin@example.com",
    });
    const [lines] = linesOf(reread(made.value.calendar));
    expect(lines).toEqual(
      expect.arrayContaining([
        "SEQUENCE:3",
        "DTSTART;TZID=Europe/Stockholm:20261123T150000",
        "DTEND;TZID=Europe/Stockholm:20261123T160000",
        "COMMENT:The train\\, late",
        BENGT,
      ]),
    );
    expect(lines?.join("\n")).not.toMatch(/cilla|of the invitation|X-SNART/);
  });

  it("is of one date of a series, with its RECURRENCE-ID, or of the whole series with its rule", () => {
    const instance = at("2026-12-07T11:00:00Z");
    const one = propose(weekly(), { instance });
    const all = propose(weekly());
    if (!one.ok || !all.ok) throw new Error("refused");
    const [[first = []], [second = []]] = [
      linesOf(reread(one.value.calendar)),
      linesOf(reread(all.value.calendar)),
    ];
    expect(first).toContain("RECURRENCE-ID:20261207T110000Z");
    expect(first.join()).not.toContain("RRULE");
    expect(second).toContain("RRULE:FREQ=WEEKLY;COUNT=3");
  });

  it("may be of whole days", () => {
    const whole = { start: at("2026-11-24T00:00:00Z"), end: at("2026-11-26T00:00:00Z"), isAllDay: true };
    const made = propose(lunch(), whole);
    expect(made.ok && linesOf(reread(made.value.calendar))[0]).toEqual(
      expect.arrayContaining(["DTSTART;VALUE=DATE:20261124", "DTEND;VALUE=DATE:20261126"]),
    );
  });

  const HOUR = 3_600_000;
  it.each([
    ["of somebody who is not invited", objectOf(event(CILLA)), {}, "not-invited"],
    ["of the organizer", objectOf(event(BENGT, "ORGANIZER:mailto:bengt@example.com")), {}, "not-invited"],
    [
      "to an organizer whom the guest's own program answers",
      lunch("ORGANIZER;SCHEDULE-AGENT=CLIENT:mailto:elin@example.com"),
      {},
      "sent-elsewhere",
    ],
    [
      "of a date that the series has not",
      weekly(),
      { instance: at("2026-12-08T11:00:00Z") },
      "no-such-instance",
    ],
    ["of a date that was taken out", weekly(), { instance: at("2026-11-30T11:00:00Z") }, "no-such-instance"],
    [
      "of a date of which the guest is not asked",
      weekly(event("RECURRENCE-ID:20261207T110000Z", "DTSTART:20261207T110000Z", CILLA)),
      { instance: at("2026-12-07T11:00:00Z") },
      "not-invited",
    ],
    [
      "of a series of which only dates are known",
      objectOf(event("RECURRENCE-ID:20261123T110000Z", BENGT)),
      {},
      "no-such-instance",
    ],
    ["of a cancelled event", lunch("STATUS:CANCELLED"), {}, "cancelled"],
    ["of an event that is over", lunch("DTSTART:20261119T110000Z", "DTEND:20261119T120000Z"), {}, "over"],
    ["for a time that is past", lunch(), { start: CONTEXT.now - HOUR, end: CONTEXT.now + HOUR }, "past"],
    [
      "for the present time",
      lunch(),
      { start: at("2026-11-23T11:00:00Z"), end: at("2026-11-23T12:00:00Z") },
      "same-time",
    ],
    ["that ends as it starts", lunch(), { end: later.start }, "no-time"],
    ["that ends before it starts", lunch(), { end: later.start - 1 }, "no-time"],
    ["without a number", lunch(), { start: NaN }, "no-time"],
    ["without an end", lunch(), { end: Infinity }, "no-time"],
    ["of many years", lunch(), { end: later.start + 3 * 366 * 24 * HOUR }, "no-time"],
    ["of days that are not whole", lunch(), { isAllDay: true }, "no-time"],
  ] as const)("is refused %s", (_, object, wanted, problem) => {
    expect(propose(object, wanted)).toEqual({ ok: false, problem });
  });
});

describe("a proposal at the organizer's", () => {
  const moved = (...lines: readonly string[]) =>
    messageOf("COUNTER", event("DTSTART:20261123T140000Z", BENGT, ...lines));
  it.each([
    ["of the present version", moved("SEQUENCE:2"), lunch("SEQUENCE:2", "X-SNART-ASKED-AT:2"), "show"],
    [
      "of a version before another title",
      moved("SEQUENCE:2"),
      lunch("SEQUENCE:5", "X-SNART-ASKED-AT:2"),
      "show",
    ],
    ["without a version", moved(), lunch("SEQUENCE:2", "X-SNART-ASKED-AT:2"), "show"],
    ["of a former time", moved("SEQUENCE:1"), lunch("SEQUENCE:2", "X-SNART-ASKED-AT:2"), "ignore"],
    ["of a cancelled event", moved("SEQUENCE:1"), lunch("SEQUENCE:1", "STATUS:CANCELLED"), "ignore"],
    ["of a date that was taken out", moved("RECURRENCE-ID:20261130T110000Z"), weekly(), "ignore"],
    ["of a date that is there", moved("RECURRENCE-ID:20261207T110000Z"), weekly(), "show"],
  ])("%s", (_, message, stored, kind) => {
    expect(applyCounter(message, stored).kind).toBe(kind);
  });
});
