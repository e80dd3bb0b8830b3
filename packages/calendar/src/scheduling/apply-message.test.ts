import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { applyMessage } from "./apply-message.ts";
import { addressesOf } from "./attendee.ts";
import { withScheduleStatuses } from "./schedule-status.ts";
import { answersOf, event, linesOf, messageOf, objectOf, reread } from "./scheduling-text.ts";

const mail = (name: string): string => `mailto:${name}@example.com`;
const DAILY = "RRULE:FREQ=DAILY;COUNT=5";
const one = (...lines: readonly string[]): CalendarObject => objectOf(event(...lines));
const daily = (...lines: readonly string[]): readonly string[] => event(DAILY, ...lines);
const on = (day: string, ...lines: readonly string[]): readonly string[] =>
  event(
    `RECURRENCE-ID:202611${day}T110000Z`,
    ...(lines.some((line) => line.startsWith("DTSTART"))
      ? []
      : [`DTSTART:202611${day}T110000Z`, `DTEND:202611${day}T120000Z`]),
    ...lines,
  );
const who = (...names: readonly string[]): readonly string[] =>
  names.map((name) => {
    const [person = "", partstat] = name.split(" ");
    return `ATTENDEE${partstat ? `;PARTSTAT=${partstat}` : ""}:${mail(person)}`;
  });
const LATER = "DTSTAMP:20261102T120000Z";
const EARLIER = "DTSTAMP:20261031T120000Z";

const apply = (me: string, sender: string, message: CalendarObject, stored: CalendarObject | undefined) =>
  applyMessage(message, stored, {
    isMine: addressesOf([mail(me)]),
    sender: mail(sender),
    mayBecome: (_, to) => ["NEEDS-ACTION", "ACCEPTED", "DECLINED", "TENTATIVE", "DELEGATED"].includes(to),
  });

/** The object after the message; throws if the message stores none. */
function after(me: string, sender: string, message: CalendarObject, stored?: CalendarObject): CalendarObject {
  const applied = apply(me, sender, message, stored);
  if (applied.kind !== "store") throw new Error(JSON.stringify(applied));
  return reread(applied.object.calendar);
}
const outcome = (me: string, sender: string, message: CalendarObject, stored?: CalendarObject): string => {
  const applied = apply(me, sender, message, stored);
  return applied.kind === "ignore" ? applied.reason : applied.kind;
};

describe("a REQUEST", () => {
  const ALARM = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M", "DESCRIPTION:Soon", "END:VALARM"];

  it("stores the object as received, without its method", () => {
    const message = messageOf("REQUEST", event(...who("bengt"), "X-CANTEEN:yes"));
    const object = after("bengt", "elin", message);
    expect(linesOf(object)).toEqual(linesOf(message));
    expect(serialiseICalendar(object.calendar)).not.toContain("METHOD");
  });

  it("for an instance that was taken out brings it back, without its EXDATE", () => {
    const stored = objectOf(
      daily(...who("bengt ACCEPTED"), "EXDATE:20261124T110000Z,20261125T110000Z", "EXDATE:20261126T110000Z"),
    );
    const again = (day: string) => messageOf("REQUEST", on(day, LATER, ...who("bengt")));
    const one = after("bengt", "elin", again("25"), stored);
    expect(linesOf(one)[0]?.filter((line) => line.startsWith("EXDATE"))).toEqual([
      "EXDATE:20261124T110000Z",
      "EXDATE:20261126T110000Z",
    ]);
    expect(linesOf(one)[1]).toContain("RECURRENCE-ID:20261125T110000Z");
    const two = after("bengt", "elin", again("26"), one);
    expect(linesOf(two)[0]?.filter((line) => line.startsWith("EXDATE"))).toEqual(["EXDATE:20261124T110000Z"]);
    expect(two.overrides).toHaveLength(2);
  });

  it.each([
    ["of the same title and time", [], "store"],
    ["of another title", ["SUMMARY:Mine"], "not-entitled"],
    ["of another time", ["DTSTART:20261123T150000Z", "DTEND:20261123T160000Z"], "not-entitled"],
    ["of somebody else", [`ORGANIZER:${mail("cilla")}`], "not-entitled"],
  ])(
    "takes over an event without an organizer %s alone, as people import it from a mail",
    (_, lines, told) => {
      const own = event(...lines);
      const isOthers = lines.some((line) => line.startsWith("ORGANIZER"));
      const stored = objectOf(isOthers ? own : own.filter((line) => !/^(?:ORGANIZER|ATTENDEE)/.test(line)));
      const message = messageOf("REQUEST", event(LATER, ...who("bengt")));
      expect(outcome("bengt", "elin", message, stored)).toBe(told);
    },
  );

  it("keeps alarms, transparency, notes and the answer if the time is the same", () => {
    const stored = one(...who("bengt ACCEPTED"), "TRANSP:TRANSPARENT", "X-MOZ-LASTACK:1", ...ALARM);
    const message = messageOf("REQUEST", event(LATER, "SUMMARY:Dinner", "TRANSP:OPAQUE", ...who("bengt")));
    const object = after("bengt", "elin", message, stored);
    expect(answersOf(object)).toEqual(["bengt ACCEPTED"]);
    const [lines] = linesOf(object);
    expect(lines).toEqual(
      expect.arrayContaining(["SUMMARY:Dinner", "TRANSP:TRANSPARENT", "X-MOZ-LASTACK:1", "TRIGGER:-PT5M"]),
    );
    expect(lines).not.toContain("TRANSP:OPAQUE");
  });

  it("resets the answer if the time changed", () => {
    const stored = one(...who("bengt ACCEPTED"), ...ALARM);
    const moved = event(
      "SEQUENCE:1",
      LATER,
      "DTSTART:20261124T110000Z",
      "DTEND:20261124T120000Z",
      ...who("bengt"),
    );
    const object = after("bengt", "elin", messageOf("REQUEST", moved), stored);
    expect(answersOf(object)).toEqual(["bengt NEEDS-ACTION"]);
    expect(linesOf(object)[0]).toContain("TRIGGER:-PT5M");
  });

  it("resets the answer only for the instance that moves", () => {
    const stored = objectOf(daily(...who("bengt ACCEPTED")), on("26", ...who("bengt DECLINED")));
    const message = messageOf(
      "REQUEST",
      daily(LATER, ...who("bengt ACCEPTED")),
      on("25", "SEQUENCE:1", LATER, "DTSTART:20261125T150000Z", "DTEND:20261125T160000Z", ...who("bengt")),
    );
    const object = after("bengt", "elin", message, stored);
    expect(answersOf(object), "the 26th is still declined").toEqual([
      "bengt ACCEPTED",
      "bengt NEEDS-ACTION",
      "bengt DECLINED",
    ]);
  });

  it("leaves out excluded instances, as far as the organizer knows of them", () => {
    const stored = objectOf(daily("EXDATE:20261125T110000Z", ...who("bengt ACCEPTED")));
    const message = messageOf(
      "REQUEST",
      daily(LATER, "SUMMARY:Dinner", ...who("bengt ACCEPTED")),
      on("25", LATER, "SUMMARY:Dinner", ...who("bengt DECLINED")),
    );
    const object = after("bengt", "elin", message, stored);
    expect(linesOf(object)).toHaveLength(1);
    expect(linesOf(object)[0]).toContain("EXDATE:20261125T110000Z");
  });

  it("does not restore a declined and deleted instance until its time changes", () => {
    const declined = messageOf("REQUEST", event(LATER, "SUMMARY:Dinner", ...who("bengt DECLINED")));
    expect(outcome("bengt", "elin", declined)).toBe("unchanged");
    const moved = messageOf(
      "REQUEST",
      daily(LATER, ...who("bengt DECLINED")),
      on("25", LATER, ...who("bengt")),
    );
    expect(outcome("bengt", "elin", moved)).toBe("store");
  });

  it("for one instance leaves the series as it is", () => {
    const stored = objectOf(daily(...who("bengt ACCEPTED")), on("24", ...who("bengt TENTATIVE")));
    const message = messageOf("REQUEST", on("25", LATER, "SUMMARY:Cake", ...who("bengt")));
    const object = after("bengt", "elin", message, stored);
    expect(answersOf(object)).toEqual(["bengt ACCEPTED", "bengt TENTATIVE", "bengt ACCEPTED"]);
    expect(linesOf(object)[0]).toEqual(linesOf(stored)[0]);
    expect(linesOf(object)[2]).toContain("SUMMARY:Cake");
  });

  it("ADD adds an instance to the attendee's copy", () => {
    const stored = objectOf(on("24", ...who("bengt ACCEPTED")));
    const object = after("bengt", "elin", messageOf("ADD", on("25", LATER, ...who("bengt"))), stored);
    expect(answersOf(object)).toEqual(["bengt ACCEPTED", "bengt NEEDS-ACTION"]);
  });

  it("tells whether anything but the answers of others has changed", () => {
    const stored = one(...who("bengt ACCEPTED", "cilla"));
    const told = (...lines: readonly string[]): boolean => {
      const applied = apply("bengt", "elin", messageOf("REQUEST", event(LATER, ...lines)), stored);
      return applied.kind === "store" && applied.isOnlyAnswers;
    };
    expect(told(...who("bengt ACCEPTED", "cilla DECLINED"))).toBe(true);
    expect(told(...who("bengt", "cilla DECLINED"))).toBe(true);
    expect(told(...who("bengt ACCEPTED", "cilla", "dag"))).toBe(false);
    expect(told("SUMMARY:Dinner", ...who("bengt ACCEPTED", "cilla"))).toBe(false);
    expect(told("SEQUENCE:1", ...who("bengt ACCEPTED", "cilla"))).toBe(false);
  });

  const stored = one("SEQUENCE:2", ...who("bengt ACCEPTED"));
  it.each([
    ["an older SEQUENCE, later", event("SEQUENCE:1", LATER, ...who("bengt")), stored, "stale"],
    ["the same SEQUENCE, earlier", event("SEQUENCE:2", EARLIER, ...who("bengt")), stored, "stale"],
    ["the same SEQUENCE, later", event("SEQUENCE:2", LATER, ...who("bengt")), stored, "store"],
    ["a newer SEQUENCE, earlier", event("SEQUENCE:3", EARLIER, ...who("bengt")), stored, "store"],
    [
      "what was cancelled, anew",
      event(LATER, ...who("bengt")),
      one("SEQUENCE:2", "STATUS:CANCELLED", ...who("bengt")),
      "store",
    ],
    [
      "what was cancelled, before",
      event(EARLIER, ...who("bengt")),
      one("SEQUENCE:2", "STATUS:CANCELLED", ...who("bengt")),
      "stale",
    ],
    [
      "another's event",
      event("ORGANIZER:mailto:mallory@example.com", LATER, ...who("bengt")),
      stored,
      "not-entitled",
    ],
    [
      "an own event",
      event(LATER, ...who("bengt")),
      objectOf(event("ORGANIZER:mailto:bengt@example.com", ...who("cilla"))),
      "not-entitled",
    ],
    ["somebody else", event("SEQUENCE:3", ...who("cilla")), stored, "not-entitled"],
  ])("of %s", (_, component, there, answer) => {
    expect(outcome("bengt", "elin", messageOf("REQUEST", component), there)).toBe(answer);
  });

  it("from somebody other than the organizer is refused, though it names the organizer", () => {
    expect(outcome("bengt", "mallory", messageOf("REQUEST", event(...who("bengt"))))).toBe("not-entitled");
    expect(outcome("bengt", "mallory", messageOf("CANCEL", event(LATER, ...who("bengt"))), stored)).toBe(
      "not-entitled",
    );
  });
});

describe("a CANCEL", () => {
  it("of everything marks it as cancelled, with its alarms and its SEQUENCE", () => {
    const stored = objectOf(daily(...who("bengt ACCEPTED")), on("25", ...who("bengt")));
    const message = messageOf("CANCEL", daily("SEQUENCE:1", LATER, "STATUS:CANCELLED", ...who("bengt")));
    const object = after("bengt", "elin", message, stored);
    for (const lines of linesOf(object))
      expect(lines).toEqual(expect.arrayContaining(["STATUS:CANCELLED", "SEQUENCE:1", LATER]));
    expect(answersOf(object)).toEqual(["bengt ACCEPTED", "bengt NEEDS-ACTION"]);
    expect(outcome("bengt", "elin", messageOf("REQUEST", daily(...who("bengt"))), object)).toBe("stale");
  });

  it("of one instance leaves the others", () => {
    const stored = objectOf(daily(...who("bengt ACCEPTED")));
    const message = messageOf("CANCEL", on("25", "SEQUENCE:1", LATER, "STATUS:CANCELLED", ...who("bengt")));
    const object = after("bengt", "elin", message, stored);
    expect(linesOf(object)).toHaveLength(2);
    expect(linesOf(object)[0]).toEqual(linesOf(stored)[0]);
    expect(linesOf(object)[1]).toEqual(
      expect.arrayContaining(["RECURRENCE-ID:20261125T110000Z", "STATUS:CANCELLED", "SEQUENCE:1"]),
    );
  });

  it.each([
    ["that is not here", event(...who("bengt")), undefined, "unknown-object"],
    ["that is older", event(EARLIER, ...who("bengt")), one(...who("bengt")), "stale"],
    ["of what never was", on("28", LATER, ...who("bengt")), objectOf(daily(...who("bengt"))), "unchanged"],
    [
      "of what is left out",
      on("25", LATER, ...who("bengt")),
      objectOf(daily("EXDATE:20261125T110000Z", ...who("bengt"))),
      "unchanged",
    ],
  ])("%s changes nothing", (_, component, stored, answer) => {
    expect(outcome("bengt", "elin", messageOf("CANCEL", component), stored)).toBe(answer);
  });
});

const STATED = "ATTENDEE;PARTSTAT=ACCEPTED;SCHEDULE-STATUS=2.0;X-CALENDARSERVER-DTSTAMP=20261102T120000Z";

describe("a REPLY", () => {
  it("changes only its sender's line", () => {
    const stored = one(...who("elin ACCEPTED", "bengt", "cilla TENTATIVE"));
    const reply = messageOf("REPLY", event(LATER, "COMMENT:Gladly\\, thanks", ...who("bengt ACCEPTED")));
    const object = after("elin", "bengt", reply, stored);
    expect(linesOf(object)[0]).toEqual([
      ...(linesOf(stored)[0] ?? []).map((line) =>
        line === `ATTENDEE:${mail("bengt")}` ? `${STATED}:${mail("bengt")}` : line,
      ),
      `X-CALENDARSERVER-ATTENDEE-COMMENT;X-CALENDARSERVER-ATTENDEE-REF="${mail("bengt")}";X-CALENDARSERVER-DTSTAMP=20261102T120000Z:Gladly\\, thanks`,
    ]);
    expect(outcome("elin", "bengt", reply, object), "twice is once").toBe("unchanged");
  });

  it("replaces an earlier answer", () => {
    const stored = one(...who("bengt"));
    const reply = (stamp: string, ...lines: readonly string[]): CalendarObject =>
      messageOf("REPLY", event(stamp, ...lines, ...who("bengt DECLINED")));
    const first = after("elin", "bengt", reply(LATER, "COMMENT:Ill"), stored);
    const second = after("elin", "bengt", reply("DTSTAMP:20261103T120000Z"), first);
    expect(linesOf(first)[0]?.join("\n")).toContain(":Ill");
    expect(linesOf(second)[0]?.join("\n")).not.toContain("COMMENT");
  });

  it("to the series counts for each instance without an answer of its own", () => {
    const stored = objectOf(
      daily(...who("bengt", "cilla")),
      on("25", ...who("bengt", "cilla")),
      on("26", ...who("bengt DECLINED", "cilla")),
    );
    const object = after("elin", "bengt", messageOf("REPLY", daily(LATER, ...who("bengt ACCEPTED"))), stored);
    expect(answersOf(object)).toEqual([
      "bengt ACCEPTED, cilla NEEDS-ACTION",
      "bengt ACCEPTED, cilla NEEDS-ACTION",
      "bengt DECLINED, cilla NEEDS-ACTION",
    ]);
  });

  it("to one instance creates an override for it, in the zone of the series", () => {
    const zoned = [
      "DTSTART;TZID=Europe/Stockholm:20261123T120000",
      "DTEND;TZID=Europe/Stockholm:20261123T130000",
    ];
    const stored = objectOf(daily(...zoned, ...who("bengt ACCEPTED", "cilla ACCEPTED")));
    const reply = messageOf("REPLY", on("25", LATER, ...who("bengt DECLINED")));
    const object = after("elin", "bengt", reply, stored);
    expect(answersOf(object)).toEqual(["bengt ACCEPTED, cilla ACCEPTED", "bengt DECLINED, cilla ACCEPTED"]);
    expect(linesOf(object)[0]).toEqual(linesOf(stored)[0]);
    expect(linesOf(object)[1]).toEqual(
      expect.arrayContaining([
        "RECURRENCE-ID;TZID=Europe/Stockholm:20261125T120000",
        "DTSTART;TZID=Europe/Stockholm:20261125T120000",
        "DTEND;TZID=Europe/Stockholm:20261125T130000",
      ]),
    );
    expect(linesOf(object)[1]?.some((line) => line.startsWith("RRULE"))).toBe(false);
  });

  it("from a delegating attendee adds the delegate", () => {
    const stored = one(...who("bengt", "cilla"));
    const lines = [
      `ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO="${mail("dag")}":${mail("bengt")}`,
      `ATTENDEE;DELEGATED-FROM="${mail("bengt")}":${mail("dag")}`,
      `ATTENDEE:${mail("mallory")}`,
    ];
    const object = after("elin", "bengt", messageOf("REPLY", event(LATER, ...lines)), stored);
    expect(answersOf(object)).toEqual(["bengt DELEGATED, cilla NEEDS-ACTION, dag NEEDS-ACTION"]);
    expect(linesOf(object)[0]?.join("\n")).toContain(`DELEGATED-TO="${mail("dag")}"`);
  });

  it("adds nobody who is not a delegate", () => {
    const stored = one(...who("bengt"));
    const reply = (mine: string, other: string): readonly string[] =>
      answersOf(after("elin", "bengt", messageOf("REPLY", event(LATER, mine, other)), stored));
    const delegate = `ATTENDEE;DELEGATED-FROM="${mail("bengt")}":${mail("dag")}`;
    expect(reply(`ATTENDEE;PARTSTAT=ACCEPTED:${mail("bengt")}`, delegate)).toEqual(["bengt ACCEPTED"]);
    expect(
      reply(`ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO="${mail("eva")}":${mail("bengt")}`, delegate),
    ).toEqual(["bengt DELEGATED"]);
  });

  const accepted = one(`${STATED}:${mail("bengt")}`, "SEQUENCE:2");
  const reply = (...lines: readonly string[]): readonly string[] => event(...lines, ...who("bengt DECLINED"));
  it.each([
    [
      "to a former time",
      reply("SEQUENCE:1", "DTSTAMP:20261105T120000Z", "DTSTART:20261122T110000Z"),
      accepted,
      "stale",
    ],
    [
      "to the same time under a former number",
      reply("SEQUENCE:1", "DTSTAMP:20261105T120000Z"),
      accepted,
      "store",
    ],
    ["that another has overtaken", reply("SEQUENCE:2"), accepted, "stale"],
    ["that is later", reply("SEQUENCE:2", "DTSTAMP:20261105T120000Z"), accepted, "store"],
    [
      "of a state that nobody knows",
      event("SEQUENCE:2", LATER, ...who("bengt MAYBE")),
      accepted,
      "unchanged",
    ],
    ["to nothing", reply(), undefined, "unknown-object"],
    [
      "to an instance that never was",
      on("28", ...who("bengt ACCEPTED")),
      objectOf(daily(...who("bengt"))),
      "show",
    ],
    [
      "to an instance that is left out",
      on("25", ...who("bengt ACCEPTED")),
      objectOf(daily("EXDATE:20261125T110000Z", ...who("bengt"))),
      "stale",
    ],
    ["by who was not asked", event(...who("bengt ACCEPTED")), one(...who("cilla")), "show"],
    ["in another's name", event(...who("cilla ACCEPTED")), one(...who("bengt", "cilla")), "not-entitled"],
    [
      "to who does not organise",
      reply(),
      one("ORGANIZER:mailto:cilla@example.com", ...who("bengt")),
      "not-entitled",
    ],
  ])("%s", (_, component, stored, answer) => {
    expect(outcome("elin", "bengt", messageOf("REPLY", component), stored)).toBe(answer);
  });
});

it.each([
  ["COUNTER", "show"],
  ["REFRESH", "refresh"],
  ["PUBLISH", "method"],
])("a %s changes nothing", (method, answer) => {
  const message = messageOf(method, event(LATER, "DTSTART:20261124T110000Z", ...who("bengt")));
  expect(outcome("elin", "bengt", message, one(...who("bengt")))).toBe(answer);
});

it("delivery statuses are written into the recipients' lines", () => {
  const sent = one("ATTENDEE;SCHEDULE-FORCE-SEND=REQUEST:mailto:bengt@example.com", ...who("cilla"));
  const object = withScheduleStatuses(sent, "ATTENDEE", new Map([[mail("Bengt"), "1.2"]]));
  expect(linesOf(object)[0]?.filter((line) => line.startsWith("ATTENDEE"))).toEqual([
    "ATTENDEE;SCHEDULE-STATUS=1.2:mailto:bengt@example.com",
    "ATTENDEE:mailto:cilla@example.com",
  ]);
  expect(withScheduleStatuses(object, "ORGANIZER", new Map([[mail("bengt"), "2.0"]]))).toBe(object);
});

describe("answers", () => {
  const names = ["bengt", "cilla", "dag", "eva"];
  const partstat = fc.constantFrom("ACCEPTED", "DECLINED", "TENTATIVE");
  const days = fc.subarray(["24", "25", "26"]);
  /** One answer of each person: to the series, to some instances, or to both. */
  const answer = (name: string) =>
    fc
      .record({ all: fc.option(partstat), single: fc.tuple(days, partstat), word: fc.boolean() })
      .filter(({ all, single }) => all !== null || single[0].length > 0)
      .map(({ all, single, word }) => ({
        name,
        message: messageOf(
          "REPLY",
          ...(all === null
            ? []
            : [daily(LATER, ...(word ? ["COMMENT:Well"] : []), ...who(`${name} ${all}`))]),
          ...single[0].map((day) => on(day, LATER, ...who(`${name} ${single[1]}`))),
        ),
      }));
  const stored = objectOf(
    daily(...who("elin ACCEPTED", ...names, "fia TENTATIVE")),
    on("25", "SUMMARY:Cake", ...who("elin ACCEPTED", ...names, "fia")),
  );
  const merge = (answers: readonly { readonly name: string; readonly message: CalendarObject }[]) =>
    answers.reduce((object, { name, message }) => {
      const applied = apply("elin", name, message, object);
      return applied.kind === "store" ? applied.object : object;
    }, stored);
  const told = (object: CalendarObject): string =>
    linesOf(reread(object.calendar))
      .map((lines) => lines.toSorted().join("\n"))
      .join("\n\n");

  it("give the same result in any order", () => {
    const some = fc
      .tuple(...names.map(answer))
      .chain((all) =>
        fc
          .tuple(fc.shuffledSubarray(all, { minLength: 2 }), fc.constant(0))
          .chain(([chosen]) =>
            fc.tuple(fc.constant(chosen), fc.shuffledSubarray(chosen, { minLength: chosen.length })),
          ),
      );
    fc.assert(
      fc.property(some, ([first, second]) => {
        expect(told(merge(second))).toBe(told(merge(first)));
      }),
      { numRuns: 300 },
    );
  });

  it("change nobody else's line, and no other property", () => {
    fc.assert(
      fc.property(answer("bengt"), (one) => {
        const others = (object: CalendarObject): readonly string[] =>
          linesOf(object).map((lines) =>
            lines
              .filter((line) => !/bengt@|^(?:RECURRENCE-ID|DTSTART|DTEND|RRULE)/.test(line))
              .toSorted()
              .join("\n"),
          );
        const [series, cake] = others(stored);
        for (const lines of others(merge([one]))) expect([series, cake]).toContain(lines);
      }),
    );
  });
});
