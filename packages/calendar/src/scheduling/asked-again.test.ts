import { describe, expect, it } from "vitest";
import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { applyMessage } from "./apply-message.ts";
import { addressesOf } from "./attendee.ts";
import { exceptionKeys, overridesByKey } from "./instance.ts";
import type { ItipMessage } from "./itip-message.ts";
import { prepareOrganizerChange } from "./organizer-change.ts";
import { organizerMessages } from "./organizer-messages.ts";
import { answersOf, event, linesOf, messageOf, objectOf, reread } from "./scheduling-text.ts";

const [ELIN, BENGT] = ["mailto:elin@example.com", "mailto:bengt@example.com"];
const bengt = (partstat: string): string => `ATTENDEE;PARTSTAT=${partstat}:${BENGT}`;
const daily = (...lines: readonly string[]) => event("RRULE:FREQ=DAILY;COUNT=5", ...lines);
const on = (day: string, hour: string, ...lines: readonly string[]) =>
  event(
    `RECURRENCE-ID:202611${day}T110000Z`,
    `DTSTART:202611${day}T${hour}0000Z`,
    `DTEND:202611${day}T${Number(hour) + 1}0000Z`,
    ...lines,
  );

/** What the organizer's write makes of the organizer's own object, and which messages it sends. */
function organized(before: CalendarObject | undefined, written: CalendarObject, keepAnswers = false) {
  const isOrganizer = addressesOf([ELIN]);
  const own = prepareOrganizerChange({ before, after: written, isOrganizer, keepAnswers });
  const context = { now: Date.UTC(2026, 10, 10), prodId: "-//Test//EN" };
  return { own: reread(own.calendar), messages: organizerMessages(before, own, isOrganizer, context) };
}

/** The guest's copy after these messages. */
const taken = (copy: CalendarObject | undefined, messages: readonly ItipMessage[]): CalendarObject =>
  messages.reduce<CalendarObject>(
    (stored, { calendar, sender, askedAgain = [] }) => {
      const delivery = { isMine: addressesOf([BENGT]), sender, askedAgain, mayBecome: () => true };
      const applied = applyMessage(reread(calendar), stored, delivery);
      return applied.kind === "store" ? reread(applied.object.calendar) : stored;
    },
    copy ?? objectOf(event()),
  );

const methods = (messages: readonly ItipMessage[]): readonly string[] =>
  messages.map(({ method, isQuiet }) => (isQuiet ? `quiet ${method}` : method));

describe("a cancelled date", () => {
  const moved = objectOf(daily(bengt("ACCEPTED")), on("25", "15", bengt("ACCEPTED")));
  const without = (...lines: readonly string[]) =>
    objectOf(daily("SEQUENCE:3", "EXDATE:20261125T110000Z", bengt("ACCEPTED"), ...lines));

  it("is cancelled by one message, and no quiet invitation comes behind it", () => {
    expect(methods(organized(moved, without()).messages)).toEqual(["CANCEL"]);
    expect(methods(organized(objectOf(daily(bengt("ACCEPTED"))), without()).messages)).toEqual(["CANCEL"]);
  });

  it("stays at the guest's, cancelled, through later changes, and comes back once it takes place again", () => {
    const cancelled = organized(moved, without());
    const copy = taken(moved, cancelled.messages);
    const renamed = organized(cancelled.own, without("SUMMARY:Dinner"));
    const later = taken(copy, renamed.messages);
    for (const one of [copy, later]) {
      expect(linesOf(one)[1]).toEqual(
        expect.arrayContaining(["STATUS:CANCELLED", "DTSTART:20261125T150000Z"]),
      );
      expect(exceptionKeys(one).size, "never both an exception and an override").toBe(0);
    }
    expect(linesOf(later)[0]).toContain("SUMMARY:Dinner");
    const back = organized(renamed.own, objectOf(daily("SUMMARY:Dinner", bengt("ACCEPTED"))));
    const again = taken(later, back.messages);
    expect(overridesByKey(again).size).toBe(0);
    expect(answersOf(again)).toEqual(["bengt ACCEPTED"]);
  });

  it("that the guest has cleared away does not come back", () => {
    const cancelled = organized(moved, without());
    const cleared = objectOf(daily("SEQUENCE:3", "EXDATE:20261125T110000Z", bengt("ACCEPTED")));
    const later = taken(cleared, organized(cancelled.own, without("SUMMARY:Dinner")).messages);
    expect(overridesByKey(later).size).toBe(0);
    expect(exceptionKeys(later).size).toBe(1);
  });
});

describe("a reply that the organizer's client has not seen", () => {
  const declined = objectOf(
    daily(bengt("ACCEPTED")),
    on(
      "25",
      "11",
      bengt("DECLINED"),
      `X-CALENDARSERVER-ATTENDEE-COMMENT;X-CALENDARSERVER-ATTENDEE-REF="${BENGT}":Ill`,
    ),
  );
  const renamed = objectOf(daily("SUMMARY:Dinner", bengt("NEEDS-ACTION")));

  it("survives its write, though the override of the date is only there for it", () => {
    const { own } = organized(declined, renamed, true);
    expect(answersOf(own)).toEqual(["bengt ACCEPTED", "bengt DECLINED"]);
    expect(linesOf(own)[1]).toContain("SUMMARY:Dinner");
    expect(linesOf(own)[1]?.join()).toContain(":Ill");
  });

  it("is not put where the organizer has taken the date out, or has seen the reply", () => {
    const excepted = objectOf(daily("EXDATE:20261125T110000Z", bengt("ACCEPTED")));
    expect(answersOf(organized(declined, excepted, true).own)).toEqual(["bengt ACCEPTED"]);
    expect(answersOf(organized(declined, objectOf(daily(bengt("ACCEPTED")))).own)).toEqual([
      "bengt ACCEPTED",
    ]);
  });
});

describe("a date that goes back to the time of its series", () => {
  it("is asked about anew: an answer to the other time does not count for it", () => {
    const before = objectOf(daily(bengt("ACCEPTED")), on("25", "15", "SEQUENCE:1", bengt("ACCEPTED")));
    const { own, messages } = organized(before, objectOf(daily(bengt("ACCEPTED"))));
    expect(answersOf(own)).toEqual(["bengt ACCEPTED", "bengt NEEDS-ACTION"]);
    expect(linesOf(own)[1]).toEqual(expect.arrayContaining(["DTSTART:20261125T110000Z", "SEQUENCE:2"]));
    expect(methods(messages)).toEqual(["REQUEST"]);
    expect(answersOf(taken(before, messages))).toEqual(["bengt ACCEPTED", "bengt NEEDS-ACTION"]);
  });

  it("needs no override where nobody else is invited", () => {
    const elin = `ATTENDEE;PARTSTAT=ACCEPTED:${ELIN}`;
    const before = objectOf(daily(elin), on("25", "15", elin));
    expect(organized(before, objectOf(daily(elin))).own.overrides).toEqual([]);
  });
});

describe("a guest who is asked again", () => {
  it("is asked, though nothing else has changed, and has answered nothing yet", () => {
    const before = objectOf(event(bengt("ACCEPTED")));
    const { messages } = organized(before, objectOf(event(bengt("NEEDS-ACTION;RSVP=TRUE"))));
    expect(methods(messages)).toEqual(["REQUEST"]);
    expect(answersOf(taken(before, messages))).toEqual(["bengt NEEDS-ACTION"]);
  });

  it("about one date, keeps the answer to the others", () => {
    const before = objectOf(
      daily(bengt("ACCEPTED")),
      on("25", "11", bengt("DECLINED")),
      on("26", "11", bengt("DECLINED")),
    );
    const after = objectOf(
      daily(bengt("ACCEPTED")),
      on("25", "11", bengt("NEEDS-ACTION")),
      on("26", "11", bengt("DECLINED")),
    );
    const { messages } = organized(before, after);
    expect(answersOf(taken(before, messages))).toEqual([
      "bengt ACCEPTED",
      "bengt NEEDS-ACTION",
      "bengt DECLINED",
    ]);
  });

  it("by nobody keeps the answer, which the organizer may not have got yet", () => {
    const before = objectOf(event(bengt("NEEDS-ACTION")));
    const { messages } = organized(before, objectOf(event("SUMMARY:Dinner", bengt("NEEDS-ACTION"))));
    expect(answersOf(taken(objectOf(event(bengt("ACCEPTED"))), messages))).toEqual(["bengt ACCEPTED"]);
  });

  it("to a date that was left out has it again", () => {
    const before = objectOf(daily(bengt("ACCEPTED")), on("25", "11", bengt("DECLINED")));
    const copy = objectOf(
      daily(
        "EXDATE:20261125T110000Z",
        "X-SNART-LEFT-OUT;VALUE=PERIOD:20261125T110000Z/20261125T110000Z",
        bengt("ACCEPTED"),
      ),
    );
    const again = objectOf(daily(bengt("ACCEPTED")), on("25", "11", bengt("NEEDS-ACTION;RSVP=TRUE")));
    const later = taken(copy, organized(before, again).messages);
    expect(answersOf(later)).toEqual(["bengt ACCEPTED", "bengt NEEDS-ACTION"]);
    expect(exceptionKeys(later).size).toBe(0);
    const uninvited = organized(
      before,
      objectOf(daily(bengt("ACCEPTED")), on("25", "11", `ATTENDEE:${ELIN}`)),
    );
    const gone = taken(copy, uninvited.messages);
    expect(answersOf(gone)).toEqual(["bengt ACCEPTED"]);
    expect(answersOf(taken(gone, organized(uninvited.own, again).messages))).toEqual([
      "bengt ACCEPTED",
      "bengt NEEDS-ACTION",
    ]);
  });
});

describe("a guest who is invited again", () => {
  const reply = (component: readonly string[]): CalendarObject => messageOf("REPLY", component);
  const replied = (own: CalendarObject, message: CalendarObject): readonly string[] => {
    const delivery = { isMine: addressesOf([ELIN]), sender: BENGT, mayBecome: () => true };
    const applied = applyMessage(message, own, delivery);
    return answersOf(applied.kind === "store" ? applied.object : own);
  };

  it("has not answered yet: an answer to the former invitation, still on its way, does not count", () => {
    const invited = objectOf(event("SEQUENCE:2", bengt("NEEDS-ACTION")));
    const alone = organized(invited, objectOf(event("SEQUENCE:2", `ATTENDEE:${ELIN}`)));
    expect(methods(alone.messages)).toEqual(["CANCEL"]);
    const cancelled = alone.messages[0]?.calendar;
    const sequence = linesOf(alone.own)[0]?.find((line) => line.startsWith("SEQUENCE"));
    expect(cancelled && linesOf(reread(cancelled))[0], "one number in the message and the event").toContain(
      sequence,
    );
    const again = organized(alone.own, objectOf(event("SEQUENCE:3", bengt("NEEDS-ACTION"))));
    expect(linesOf(again.own)[0], "inviting alone changes no number").toContain("SEQUENCE:3");
    expect(replied(again.own, reply(event("SEQUENCE:2", bengt("DECLINED"))))).toEqual(["bengt NEEDS-ACTION"]);
    expect(replied(again.own, reply(event("SEQUENCE:3", bengt("ACCEPTED"))))).toEqual(["bengt ACCEPTED"]);
    expect(JSON.stringify(again.messages), "stays in the organizer's copy").not.toContain("X-SNART");
  });

  it("to one date alone, whose override was taken away between, has not answered either", () => {
    const date = (sequence: number) => on("25", "11", `SEQUENCE:${sequence}`, bengt("NEEDS-ACTION"));
    const before = objectOf(daily("SEQUENCE:1"), date(4));
    const without = organized(before, objectOf(daily("SEQUENCE:1")));
    const again = organized(without.own, objectOf(daily("SEQUENCE:1"), date(1)));
    const [instance] = [...overridesByKey(again.own).keys()];
    expect(instance).toBe(Date.UTC(2026, 10, 25, 11));
    const answer = (sequence: number) => reply(on("25", "11", `SEQUENCE:${sequence}`, bengt("ACCEPTED")));
    expect(replied(again.own, answer(4)).at(-1)).toBe("bengt NEEDS-ACTION");
    expect(replied(again.own, answer(5)).at(-1)).toBe("bengt ACCEPTED");
  });

  it("keeps the mark when a client writes the event without it", () => {
    const marked = objectOf(
      event("SEQUENCE:3", `ATTENDEE;PARTSTAT=NEEDS-ACTION;X-SNART-ASKED-AT=3:${BENGT}`),
    );
    const { own } = organized(marked, objectOf(event("SEQUENCE:3", "SUMMARY:Dinner", bengt("NEEDS-ACTION"))));
    expect(replied(own, reply(event("SEQUENCE:2", bengt("DECLINED"))))).toEqual(["bengt NEEDS-ACTION"]);
  });
});

describe("an override without ORGANIZER", () => {
  it("is sent with that of its series", () => {
    const override = on("25", "15", bengt("NEEDS-ACTION")).filter((line) => !line.startsWith("ORGANIZER"));
    const { messages } = organized(undefined, objectOf(daily(), override));
    expect(methods(messages)).toEqual(["REQUEST"]);
    const copy = taken(objectOf(event("RECURRENCE-ID:20261124T110000Z", bengt("ACCEPTED"))), messages);
    expect(linesOf(copy).every((lines) => lines.some((line) => line.startsWith("ORGANIZER")))).toBe(true);
  });
});
