import { describe, expect, it } from "vitest";
import type { CalendarObject } from "../../icalendar/calendar-object.ts";
import { applyMessage } from "../apply-message.ts";
import { addressesOf } from "../attendee.ts";
import { prepareOrganizerChange } from "../organizer-change.ts";
import { organizerMessages } from "../organizer-messages.ts";
import { answersOf, event, linesOf, objectOf, reread } from "../scheduling-text.ts";

const [ELIN, BENGT] = ["mailto:elin@example.com", "mailto:bengt@example.com"];
const bengt = (partstat: string): string => `ATTENDEE;PARTSTAT=${partstat}:${BENGT}`;
const stockholm = (name: string, time: string): string => `${name};TZID=Europe/Stockholm:${time}`;

/** The series from its first day at this hour, an hour long, as its organizer writes it. */
const series = (day: string, hour: number, rule: string, ...lines: readonly string[]) =>
  event(
    stockholm("DTSTART", `${day}T${hour}0000`),
    stockholm("DTEND", `${day}T${hour + 1}0000`),
    `RRULE:${rule}`,
    ...lines,
  );
const date = (day: string, hour: number, ...lines: readonly string[]) =>
  event(
    stockholm("RECURRENCE-ID", `${day}T${hour}0000`),
    stockholm("DTSTART", `${day}T${hour}0000`),
    stockholm("DTEND", `${day}T${hour + 1}0000`),
    ...lines,
  );
const alarm = (text: string) => [
  "BEGIN:VALARM",
  "ACTION:DISPLAY",
  "TRIGGER:-PT5M",
  `DESCRIPTION:${text}`,
  "END:VALARM",
];

/** The guest's copy after the organizer's write. */
function updated(copy: CalendarObject, before: CalendarObject, written: CalendarObject): CalendarObject {
  const isOrganizer = addressesOf([ELIN]);
  const after = prepareOrganizerChange({ before, after: written, isOrganizer, keepAnswers: false });
  const context = { now: Date.UTC(2026, 10, 10), prodId: "-//Test//EN" };
  return organizerMessages(before, after, isOrganizer, context).reduce((stored, { calendar, sender }) => {
    const delivery = { isMine: addressesOf([BENGT]), sender, mayBecome: () => true };
    const applied = applyMessage(reread(calendar), stored, delivery);
    return applied.kind === "store" ? reread(applied.object.calendar) : stored;
  }, copy);
}

/** The dates with an alarm of their own: `RECURRENCE-ID alarm`. */
const alarmed = (object: CalendarObject): readonly string[] =>
  linesOf(object)
    .filter((lines) => lines.includes("BEGIN:VALARM"))
    .map((lines) => {
      const of = (name: string): string =>
        lines.find((line) => new RegExp(`^${name}[;:]`).test(line))?.split(":")[1] ?? "";
      return `${of("RECURRENCE-ID") || "series"} ${lines.find((line) => line.startsWith("DESC"))?.slice(12) ?? ""}`;
    });

describe("a guest's alarm on one date of a series that moves", () => {
  const WEEKLY = "FREQ=WEEKLY;COUNT=5";
  it.each<[string, (readonly string[])[], (readonly string[])[], string[]]>([
    [
      "to another hour goes along, also over the change of clocks",
      [series("20261019", 11, WEEKLY), date("20261026", 11, ...alarm("Cake"))],
      [series("20261019", 13, WEEKLY)],
      ["20261026T130000 Cake"],
    ],
    [
      "to another weekday goes along",
      [series("20261123", 11, "FREQ=WEEKLY;BYDAY=MO;COUNT=5"), date("20261130", 11, ...alarm("Cake"))],
      [series("20261124", 11, "FREQ=WEEKLY;BYDAY=TU;COUNT=5")],
      ["20261201T110000 Cake"],
    ],
    [
      "with an override of the organizer's goes along with it",
      [
        series("20261123", 11, "FREQ=DAILY;COUNT=9"),
        date("20261125", 11, "LOCATION:Canteen", ...alarm("Cake")),
        date("20261127", 11, ...alarm("Bring cups")),
      ],
      [series("20261124", 11, "FREQ=DAILY;COUNT=9"), date("20261126", 11, "LOCATION:Canteen")],
      ["20261126T110000 Cake", "20261128T110000 Bring cups"],
    ],
    [
      "by a day, so that it takes place as before, stays",
      [series("20261123", 11, "FREQ=DAILY;COUNT=9"), date("20261126", 11, ...alarm("Cake"))],
      [series("20261124", 11, "FREQ=DAILY;COUNT=9")],
      ["20261126T110000 Cake"],
    ],
    [
      "to a rule without that date stays on its day, or is gone with it",
      [
        series("20261123", 11, "FREQ=WEEKLY;BYDAY=MO,WE;COUNT=8"),
        date("20261125", 11, ...alarm("Cake")),
        date("20261130", 11, ...alarm("Cups")),
      ],
      [series("20261124", 13, "FREQ=WEEKLY;BYDAY=TU,WE;COUNT=8")],
      ["20261125T130000 Cake", "20261201T130000 Cups"],
    ],
    [
      "to more days stays, as its date is unchanged",
      [series("20261123", 11, "FREQ=WEEKLY;BYDAY=MO;COUNT=8"), date("20261130", 11, ...alarm("Cake"))],
      [series("20261123", 11, "FREQ=WEEKLY;BYDAY=MO,WE;COUNT=8")],
      ["20261130T110000 Cake"],
    ],
  ])("%s", (_what, mine, written, expected) => {
    const withGuest = (components: readonly (readonly string[])[], partstat: string) =>
      objectOf(...components.map((lines) => [...lines.slice(0, -1), bengt(partstat), "END:VEVENT"]));
    const bare = mine.map((lines) => {
      const at = lines.indexOf("BEGIN:VALARM");
      return at < 0 ? lines : [...lines.slice(0, at), ...lines.slice(at + 5)];
    });
    const [first = [], ...dates] = bare;
    const told = dates.filter((lines) => lines.some((line) => line.startsWith("LOCATION")));
    const before = withGuest([first, ...told], "ACCEPTED");
    const copy = updated(withGuest(mine, "ACCEPTED"), before, withGuest(written, "ACCEPTED"));
    expect(alarmed(copy)).toEqual(expected);
    expect(new Set(answersOf(copy)), "another time is another question").toEqual(
      new Set(["bengt NEEDS-ACTION"]),
    );
  });

  it("of the series is on its overrides as well", () => {
    const guest = bengt("ACCEPTED");
    const before = objectOf(series("20261123", 11, WEEKLY, guest));
    const copy = objectOf(series("20261123", 11, WEEKLY, guest, ...alarm("Cake")));
    const after = objectOf(
      series("20261123", 13, WEEKLY, guest),
      date("20261130", 13, guest, "LOCATION:Hall"),
    );
    expect(alarmed(updated(copy, before, after))).toEqual(["series Cake", "20261130T130000 Cake"]);
  });
});
