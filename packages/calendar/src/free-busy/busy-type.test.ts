import { describe, expect, it } from "vitest";
import { parseICalendar } from "../icalendar/parse.ts";
import type { Component } from "../icalendar/component.ts";
import { addressesOf, busyTypeOf, isAttendedBy } from "./busy-type.ts";
import { busyPeriodsOfComponent } from "./free-busy-component.ts";

function componentOf(name: string, lines: string): Component {
  const body = lines === "" ? "" : `${lines.split("\n").join("\r\n")}\r\n`;
  const parsed = parseICalendar(
    `BEGIN:VCALENDAR\r\nBEGIN:${name}\r\n${body}END:${name}\r\nEND:VCALENDAR\r\n`,
  );
  const found = parsed.ok ? parsed.value.calendar.components[0] : undefined;
  return found ?? expect.fail("not read");
}

const ELIN = addressesOf(["elin@example.com", "urn:uuid:1234"]);

describe("how busy an event makes somebody", () => {
  it.each<[string, string | undefined]>([
    ["", "BUSY"],
    ["STATUS:CONFIRMED", "BUSY"],
    ["STATUS:tentative", "BUSY-TENTATIVE"],
    ["STATUS:CANCELLED", undefined],
    ["TRANSP:OPAQUE", "BUSY"],
    ["TRANSP:transparent", undefined],
    ["TRANSP:TRANSPARENT\nSTATUS:TENTATIVE", undefined],
    ["ATTENDEE;PARTSTAT=ACCEPTED:mailto:elin@example.com", "BUSY"],
    ["ATTENDEE;PARTSTAT=ACCEPTED:mailto:elin@example.com\nSTATUS:TENTATIVE", "BUSY-TENTATIVE"],
    ["ATTENDEE;PARTSTAT=ACCEPTED:mailto:elin@example.com\nSTATUS:CANCELLED", undefined],
    ["ATTENDEE;PARTSTAT=ACCEPTED:mailto:elin@example.com\nTRANSP:TRANSPARENT", undefined],
    ["ATTENDEE;PARTSTAT=declined:MAILTO:Elin@Example.COM", undefined],
    ["ATTENDEE;PARTSTAT=DELEGATED:elin@example.com", undefined],
    ["ATTENDEE;PARTSTAT=DECLINED:URN:UUID:1234", undefined],
    ["ATTENDEE;PARTSTAT=TENTATIVE:mailto:elin@example.com", "BUSY-TENTATIVE"],
    ["ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:elin@example.com", "BUSY-TENTATIVE"],
    ["ATTENDEE:mailto:elin@example.com", "BUSY-TENTATIVE"],
    ["ATTENDEE;PARTSTAT=X-ODD:mailto:elin@example.com", "BUSY"],
    ["ORGANIZER:mailto:elin@example.com\nATTENDEE:mailto:elin@example.com", "BUSY"],
    ["ORGANIZER:mailto:elin@example.com\nATTENDEE;PARTSTAT=DECLINED:mailto:elin@example.com", undefined],
    ["ORGANIZER:mailto:bo@example.com\nATTENDEE:mailto:elin@example.com", "BUSY-TENTATIVE"],
    // the answer of another person, and of a person whose address only begins the same
    ["ATTENDEE;PARTSTAT=DECLINED:mailto:bo@example.com", "BUSY"],
    ["ATTENDEE;PARTSTAT=DECLINED:mailto:elin@example.com.evil.example", "BUSY"],
    ["ATTENDEE;PARTSTAT=DECLINED:mailto:elin@example.com\nATTENDEE;PARTSTAT=ACCEPTED:urn:uuid:1234", "BUSY"],
    [
      "ATTENDEE;PARTSTAT=DECLINED:mailto:elin@example.com\nATTENDEE;PARTSTAT=TENTATIVE:urn:uuid:1234",
      "BUSY-TENTATIVE",
    ],
  ])("%j: %s", (lines, wanted) => {
    expect(busyTypeOf(componentOf("VEVENT", lines), ELIN)).toBe(wanted);
  });
  it.each<[string, boolean]>([
    ["", false],
    ["ATTENDEE;PARTSTAT=ACCEPTED:mailto:elin@example.com", true],
    ["ATTENDEE;PARTSTAT=tentative:MAILTO:elin@example.com", true],
    ["ATTENDEE:mailto:elin@example.com", false],
    ["ATTENDEE;PARTSTAT=DECLINED:mailto:elin@example.com", false],
    ["ATTENDEE;PARTSTAT=ACCEPTED:mailto:bo@example.com", false],
    ["ORGANIZER:mailto:elin@example.com\nATTENDEE:mailto:elin@example.com", true],
  ])("is attended with %j: %s", (lines, wanted) => {
    expect(isAttendedBy(componentOf("VEVENT", lines), ELIN)).toBe(wanted);
  });
  it("ignores all answers when no address is given", () => {
    const declined = componentOf("VEVENT", "ATTENDEE;PARTSTAT=DECLINED:mailto:elin@example.com");
    expect(busyTypeOf(declined)).toBe("BUSY");
    expect(busyTypeOf(componentOf("VTODO", ""), ELIN)).toBeUndefined();
    expect(busyTypeOf(componentOf("VJOURNAL", ""), ELIN)).toBeUndefined();
  });
});

describe("the busy periods of a VFREEBUSY", () => {
  const at = (time: string) => Date.parse(`2026-11-${time}:00Z`);
  it("include every type but FREE, within the window, without overlaps", () => {
    const component = componentOf(
      "VFREEBUSY",
      [
        "FREEBUSY:20261123T100000Z/20261123T110000Z,20261123T103000Z/PT1H",
        "FREEBUSY;FBTYPE=BUSY-TENTATIVE:20261123T090000Z/20261123T103000Z",
        "FREEBUSY;FBTYPE=FREE:20261123T130000Z/PT1H",
        "FREEBUSY;FBTYPE=X-AWAY:20261123T140000Z/PT1H",
        "FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20261122T000000Z/20261123T010000Z",
        "FREEBUSY:nonsense",
      ].join("\n"),
    );
    const window = { from: at("23T00:00"), to: at("24T00:00") };
    expect(busyPeriodsOfComponent(component, window)).toEqual([
      { from: at("23T00:00"), to: at("23T01:00"), type: "BUSY-UNAVAILABLE" },
      { from: at("23T09:00"), to: at("23T10:00"), type: "BUSY-TENTATIVE" },
      { from: at("23T10:00"), to: at("23T11:30"), type: "BUSY" },
      { from: at("23T14:00"), to: at("23T15:00"), type: "BUSY" },
    ]);
  });
});
