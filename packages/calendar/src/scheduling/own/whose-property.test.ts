import { describe, expect, it } from "vitest";
import type { CalendarObject } from "../../icalendar/calendar-object.ts";
import { serialiseICalendar } from "../../icalendar/serialise.ts";
import { applyMessage } from "../apply-message.ts";
import { checkAttendeeChange } from "../attendee-change.ts";
import { addressesOf } from "../attendee.ts";
import { organizerMessages } from "../organizer-messages.ts";
import { event, linesOf, objectOf, reread } from "../scheduling-text.ts";

const [ELIN, BENGT] = ["mailto:elin@example.com", "mailto:bengt@example.com"];
const WEEKLY = ["RRULE:FREQ=WEEKLY;COUNT=5", `ATTENDEE;PARTSTAT=ACCEPTED:${BENGT}`];

/** The guest's copy after the organizer's write from `before` to `after`; unchanged if nothing is sent. */
function delivered(
  copy: CalendarObject | undefined,
  before: CalendarObject | undefined,
  after: CalendarObject,
): CalendarObject | undefined {
  const context = { now: Date.UTC(2026, 10, 10), prodId: "-//Test//EN" };
  return organizerMessages(before, after, addressesOf([ELIN]), context).reduce((stored, { calendar }) => {
    const applied = applyMessage(reread(calendar), stored, {
      isMine: addressesOf([BENGT]),
      sender: ELIN,
      mayBecome: () => true,
    });
    return applied.kind === "store" ? reread(applied.object.calendar) : stored;
  }, copy);
}

/** The guest's copy after the guest's own write. */
function written(copy: CalendarObject, change: (text: string) => string): CalendarObject {
  const text = change(serialiseICalendar(copy.calendar).replace(/\r\n /g, ""));
  const checked = checkAttendeeChange(copy, reread(objectFrom(text).calendar), addressesOf([BENGT]));
  if (!checked.ok) throw new Error(checked.problem);
  return reread(checked.value.calendar);
}
const objectFrom = (text: string): CalendarObject =>
  objectOf(text.split("\r\n").slice(text.split("\r\n").indexOf("BEGIN:VEVENT"), -2));

const linesIn = (object: CalendarObject | undefined): string =>
  (object ? linesOf(object) : []).flat().join("\n");
const ALARM = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M", "DESCRIPTION:Soon", "END:VALARM"];

describe("the organizer's own", () => {
  const PRIVATE = [
    "X-APPLE-TRAVEL-START;VALUE=URI;X-TITLE=Home 12 Secret St:geo:59.3,18.0",
    "X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT30M",
    "X-OUR-OFFICE-NOTE:secret",
    "X-MOZ-LASTACK:20261101T120000Z",
    "X-CALENDARSERVER-PRIVATE-COMMENT:secret",
    "CLASS:PRIVATE",
    "CATEGORIES:Redundancies",
    "COLOR:red",
    "JSPROP;JSPTR=useDefaultAlerts:true",
    `JSPROP;JSPTR="example.com:note":"secret"`,
    `JSPROP;JSPTR="participants/a/example.com:note":"secret"`,
    `JSPROP;JSPTR=unheardOf:"secret"`,
    ...ALARM,
  ];

  it.each(
    PRIVATE.filter((line) => /^[A-Z-]+[;:]/.test(line) && !/^(?:BEGIN|END|ACTION|TRIGGER|DESC)/.test(line)),
  )("%s reaches no guest, and is no news", (line) => {
    const [before, after] = [objectOf(event(...WEEKLY)), objectOf(event(...WEEKLY, line))];
    expect(linesIn(delivered(undefined, undefined, after))).not.toContain(line.split(/[;:]/)[0]);
    const messages = organizerMessages(before, after, addressesOf([ELIN]), { now: 0, prodId: "" });
    expect(messages).toEqual([]);
  });

  it("alarms reach no guest", () => {
    const copy = delivered(undefined, undefined, objectOf(event(...WEEKLY, ...ALARM)));
    expect(linesIn(copy)).not.toContain("VALARM");
  });

  it.each([
    "DESCRIPTION:Bring the papers",
    "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Canteen:geo:59.3,18.0",
    "X-GOOGLE-CONFERENCE:https://meet.example.com/a",
    "CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://meet.example.com/a",
    "URL:https://example.com/agenda",
    "PRIORITY:1",
    "JSPROP;JSPTR=hideAttendees:true",
    `JSPROP;JSPTR=virtualLocations/a/features:{"video":true}`,
  ])("does not include %s, which every guest gets", (line) => {
    expect(linesIn(delivered(undefined, undefined, objectOf(event(...WEEKLY, line))))).toContain(line);
  });
});

describe("a guest's own", () => {
  const OWN = [
    "CLASS:PRIVATE",
    "CATEGORIES:Work",
    "COLOR:blue",
    "TRANSP:TRANSPARENT",
    "PRIORITY:1",
    "X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT20M",
    "X-MY-NOTE:bring cake",
    "JSPROP;JSPTR=useDefaultAlerts:true",
    `JSPROP;JSPTR="example.com:note":"cake"`,
    "LINK;LINKREL=related;VALUE=URI:https://example.com/mine",
    "DESCRIPTION:My own notes",
    "ATTACH:https://example.com/mine.pdf",
  ];

  it.each([...OWN, ALARM.join("\r\n")])("%s survives the organizer's updates", (line) => {
    const first = objectOf(event(...WEEKLY));
    const [second, third] = ["Dinner", "Supper"].map((title) =>
      objectOf(event(`SUMMARY:${title}`, ...WEEKLY)),
    );
    const copy = delivered(undefined, undefined, first);
    if (!copy || !second || !third) throw new Error("not delivered");
    const mine = written(copy, (text) => text.replace("END:VEVENT", `${line}\r\nEND:VEVENT`));
    const updated = delivered(delivered(mine, first, second), second, third);
    expect(linesIn(updated)).toContain("SUMMARY:Supper");
    expect(linesIn(updated)).toContain(line.split("\r\n").join("\n"));
  });

  it("alarm on one date survives, and is on that date alone", () => {
    const [first, second] = [objectOf(event(...WEEKLY)), objectOf(event("SUMMARY:Dinner", ...WEEKLY))];
    const copy = delivered(undefined, undefined, first);
    const override = event(
      "RECURRENCE-ID:20261130T110000Z",
      "DTSTART:20261130T110000Z",
      "DTEND:20261130T120000Z",
      `ATTENDEE;PARTSTAT=ACCEPTED:${BENGT}`,
      ...ALARM,
    );
    const mine =
      copy && written(copy, (text) => text.replace("END:VEVENT", ["END:VEVENT", ...override].join("\r\n")));
    const updated = delivered(mine, first, second);
    const [main, one] = updated ? linesOf(updated) : [];
    expect(main).not.toContain("TRIGGER:-PT5M");
    expect(one).toEqual(
      expect.arrayContaining(["RECURRENCE-ID:20261130T110000Z", "SUMMARY:Dinner", "TRIGGER:-PT5M"]),
    );
  });

  it("text gives way once the organizer changes theirs, and not before", () => {
    const of = (title: string, text: string) =>
      objectOf(event(`SUMMARY:${title}`, `DESCRIPTION:${text}`, ...WEEKLY));
    const [first, second, third] = [of("A", "Agenda"), of("B", "Agenda"), of("B", "New agenda")];
    const copy = delivered(undefined, undefined, first);
    const mine = copy && written(copy, (text) => text.replace("DESCRIPTION:Agenda", "DESCRIPTION:Mine"));
    const kept = delivered(mine, first, second);
    expect(linesIn(kept)).toContain("DESCRIPTION:Mine");
    const later = kept && written(kept, (text) => text.replace("COUNT=5", "COUNT=5"));
    const renewed = delivered(later, second, third);
    expect(linesIn(renewed)).toContain("DESCRIPTION:New agenda");
    expect(linesIn(renewed)).not.toContain("Mine");
    expect(linesIn(renewed)).not.toContain("X-SNART-OWN");
  });

  it("name of what they changed is the server's, whatever a client writes", () => {
    const copy = delivered(undefined, undefined, objectOf(event("PRIORITY:5", ...WEEKLY)));
    const forged =
      copy && written(copy, (text) => text.replace("END:VEVENT", "X-SNART-OWN:PRIORITY\r\nEND:VEVENT"));
    expect(linesIn(forged)).not.toContain("X-SNART-OWN");
    const mine = copy && written(copy, (text) => text.replace("PRIORITY:5", "PRIORITY:1"));
    const dropped = mine && written(mine, (text) => text.replace(/X-SNART-OWN.*\r\n/, ""));
    expect(linesIn(dropped)).toMatch(/X-SNART-OWN;X-SNART-INSTEAD-OF=[0-9a-f]+:PRIORITY/);
  });
});
