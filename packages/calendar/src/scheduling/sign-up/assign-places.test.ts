import { describe, expect, it } from "vitest";
import { readCalendarObject, type CalendarObject } from "../../icalendar/calendar-object.ts";
import { parseICalendar } from "../../icalendar/parse.ts";
import { serialiseICalendar } from "../../icalendar/serialise.ts";
import { attendeesOf, componentsOf, partstatOf } from "../attendee.ts";
import { countPlaces, peopleOfSignUp, placeOf, queueOf, signedUpAt, waitingNumber } from "./place.ts";
import { assignSignUpPlaces } from "./assign-places.ts";

const NOW = Date.UTC(2026, 10, 22, 12);

function read(terms: readonly string[], attendees: readonly string[]): CalendarObject {
  const text = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//T//T//EN",
    "BEGIN:VEVENT",
    "UID:u",
    "DTSTAMP:20261101T120000Z",
    "DTSTART:20261201T180000Z",
    "DURATION:PT2H",
    "ORGANIZER:mailto:elin@x.example",
    ...(terms.length > 0 ? ["X-SNART-SIGN-UP:TRUE", ...terms] : []),
    ...attendees.map((line) => `ATTENDEE;${line}@x.example`),
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
  const parsed = parseICalendar(text);
  const object = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  if (!object.ok) throw new Error(JSON.stringify(object.problem));
  return object.value;
}

/** Each person's standing, in short form: "anna=placed bo=waiting1". */
const said = (object: CalendarObject): string =>
  componentsOf(object)
    .flatMap((one) => attendeesOf(one))
    .map((line) => {
      const name = /^mailto:(\w+)@/.exec(line.value)?.[1] ?? "";
      return `${name}=${placeOf(line)}${waitingNumber(line) ?? ""}`;
    })
    .join(" ");

const settle = (
  before: CalendarObject,
  after: CalendarObject,
  { now = NOW, isTrusted = false }: { readonly now?: number; readonly isTrusted?: boolean } = {},
) => assignSignUpPlaces(before, after, now, isTrusted);

const TWO = ["X-SNART-CAPACITY:2"];
const yes = (name: string, notes = ""): string => `PARTSTAT=ACCEPTED${notes}:mailto:${name}`;
const no = (name: string, notes = ""): string => `PARTSTAT=DECLINED${notes}:mailto:${name}`;
const asked = (name: string): string => `PARTSTAT=NEEDS-ACTION:mailto:${name}`;
const waits = (name: string, number: number, notes = ""): string =>
  `PARTSTAT=TENTATIVE;X-SNART-WAITING=${number}${notes}:mailto:${name}`;

describe("places", () => {
  it("go to people who accept while there is room, and then people wait", () => {
    const before = read(TWO, [yes("anna"), asked("bo"), asked("cia"), asked("dan")]);
    const { object, moves } = settle(before, read(TWO, [yes("anna"), yes("bo"), yes("cia"), asked("dan")]));
    expect(said(object)).toBe("anna=placed bo=placed cia=waiting1 dan=none");
    expect(moves.map(({ from, to }) => `${from} ${to}`)).toEqual(["none placed", "none waiting"]);
    const [, bo, cia] = componentsOf(object).flatMap((one) => attendeesOf(one));
    expect(cia && [partstatOf(cia), signedUpAt(cia)]).toEqual(["TENTATIVE", NOW]);
    expect(bo && partstatOf(bo)).toBe("ACCEPTED");
  });

  it("go to the first in the queue when somebody leaves, once, and leave the others where they are", () => {
    const before = read(TWO, [yes("anna"), yes("bo"), waits("dan", 7), waits("cia", 3)]);
    const after = read(TWO, [no("anna"), yes("bo"), waits("dan", 7), waits("cia", 3)]);
    const first = settle(before, after);
    expect(said(first.object)).toBe("anna=none bo=placed dan=waiting7 cia=placed");
    expect(first.moves).toMatchObject([{ from: "waiting", to: "placed" }]);
    const again = settle(first.object, first.object);
    expect(again.moves).toEqual([]);
    expect(again.object).toBe(first.object);
  });

  it("go to as many people as fit when the capacity grows", () => {
    const people = [yes("anna"), yes("bo"), waits("cia", 1), waits("dan", 2), waits("eva", 3)];
    const { object } = settle(read(TWO, people), read(["X-SNART-CAPACITY:4"], people));
    expect(said(object)).toBe("anna=placed bo=placed cia=placed dan=placed eva=waiting3");
    const all = settle(read(TWO, people), read([], people));
    expect(said(all.object)).toContain("eva=waiting3");
    expect(said(settle(read(TWO, people), read(["X-SNART-CAPACITY:0"], people)).object)).toContain(
      "eva=placed",
    );
  });

  it("are not taken from anybody when the capacity shrinks", () => {
    const people = [yes("anna"), yes("bo"), waits("cia", 1)];
    const less = settle(read(TWO, people), read(["X-SNART-CAPACITY:1"], people));
    expect(said(less.object)).toBe("anna=placed bo=placed cia=waiting1");
    const gone = settle(less.object, read(["X-SNART-CAPACITY:1"], [no("anna"), yes("bo"), waits("cia", 1)]));
    expect(said(gone.object)).toBe("anna=none bo=placed cia=waiting1");
  });

  it("count every companion, and nobody overtakes a waiting party", () => {
    const party = ";X-SNART-PEOPLE=3";
    const before = read(
      ["X-SNART-CAPACITY:4"],
      [yes("anna", ";X-SNART-PEOPLE=2"), asked("bo"), asked("cia")],
    );
    const after = read(
      ["X-SNART-CAPACITY:4"],
      [yes("anna", ";X-SNART-PEOPLE=2"), yes("bo", party), yes("cia")],
    );
    const { object } = settle(before, after, { isTrusted: true });
    expect(said(object)).toBe("anna=placed bo=waiting1 cia=waiting2");
    const [main] = componentsOf(object);
    expect(main && countPlaces(main)).toEqual({ taken: 2, waiting: 2 });
    expect(main && queueOf(main).map(peopleOfSignUp)).toEqual([3, 1]);
  });

  it("are not given to people who accept after sign-up closed, until it is extended", () => {
    const closed = [...TWO, "X-SNART-CLOSES:20261122T110000Z"];
    const late = settle(read(closed, [asked("anna")]), read(closed, [yes("anna")]));
    expect(said(late.object)).toBe("anna=waiting1");
    expect(said(settle(late.object, late.object).object)).toBe("anna=waiting1");
    const line = [waits("anna", 1, ";X-SNART-SIGNED-UP=20261122T120000Z")];
    const open = read([...TWO, "X-SNART-CLOSES:20261122T130000Z"], line);
    expect(said(settle(late.object, open).object)).toBe("anna=placed");
  });

  it("may close a length of time before the start, whenever that is", () => {
    const closed = [...TWO, "X-SNART-CLOSES;VALUE=DURATION:-P9DT7H"];
    const settled = (now: number) =>
      settle(read(closed, [asked("anna")]), read(closed, [yes("anna")]), { now });
    expect(said(settled(Date.UTC(2026, 10, 22, 11)).object)).toBe("anna=waiting1");
    expect(said(settled(Date.UTC(2026, 10, 22, 11) - 1).object)).toBe("anna=placed");
  });

  it("that became free before the close go to people who waited in time, even after it", () => {
    const closed = [...TWO, "X-SNART-CLOSES:20261122T110000Z"];
    const inTime = waits("cia", 2, ";X-SNART-SIGNED-UP=20261120T110000Z");
    const late = waits("bo", 1, ";X-SNART-SIGNED-UP=20261122T113000Z");
    const before = read(closed, [yes("anna"), yes("eva"), late, inTime]);
    const { object } = settle(before, read(closed, [no("anna"), yes("eva"), late, inTime]));
    expect(said(object)).toBe("anna=none eva=placed bo=waiting1 cia=placed");
  });

  it("can't be obtained by writing or omitting notes", () => {
    const before = read(TWO, [yes("anna"), yes("bo"), waits("cia", 1), waits("dan", 2)]);
    const pushy = [yes("anna", ";X-SNART-PEOPLE=0"), yes("bo"), waits("cia", 1), yes("dan")];
    expect(said(settle(before, read(TWO, pushy)).object)).toBe(
      "anna=placed bo=placed cia=waiting1 dan=waiting2",
    );
    const first = [yes("anna"), no("bo"), waits("cia", 9), waits("dan", 1)];
    expect(said(settle(before, read(TWO, first)).object)).toContain("cia=placed dan=waiting2");
  });

  it("are for people: neither the organizer nor a room takes one", () => {
    const before = read(TWO, []);
    const after = read(TWO, [
      yes("elin"),
      "CUTYPE=ROOM;PARTSTAT=ACCEPTED:mailto:hall",
      yes("anna"),
      yes("bo"),
      yes("cia"),
    ]);
    const { object } = settle(before, after);
    expect(said(object)).toContain("anna=placed bo=placed cia=waiting1");
    const [main] = componentsOf(object);
    expect(main && countPlaces(main)).toEqual({ taken: 2, waiting: 1 });
  });

  it("are not assigned in events without sign-up", () => {
    const [before, after] = [read([], [asked("anna")]), read([], [yes("anna")])];
    expect(settle(before, after)).toEqual({ object: after, moves: [] });
    expect(serialiseICalendar(settle(before, after).object.calendar)).not.toContain("X-SNART");
  });

  it("go to five hundred at once in their order, quickly", () => {
    const names = Array.from({ length: 500 }, (_, at) => `p${at}`);
    const room = ["X-SNART-CAPACITY:100"];
    const { object } = settle(
      read(
        room,
        names.map((name) => asked(name)),
      ),
      read(
        room,
        names.map((name) => yes(name)),
      ),
    );
    const [main] = componentsOf(object);
    expect(main && countPlaces(main)).toEqual({ taken: 100, waiting: 400 });
    expect(said(object)).toMatch(/p99=placed p100=waiting1 .* p499=waiting400$/);
  });

  it.each(["abc", "-1", "1e9", "99999999999999999999", "", "NaN"])(
    "reads %j as no harmful number",
    (wrong) => {
      const before = read(TWO, [asked("anna")]);
      const after = read(
        [`X-SNART-CAPACITY:${wrong}`, "X-SNART-CLOSES:nonsense"],
        [yes("anna", `;X-SNART-PEOPLE=${wrong || "x"};X-SNART-WAITING=${wrong || "x"}`)],
      );
      expect(said(settle(before, after, { isTrusted: true }).object)).toBe("anna=placed");
    },
  );
});
