import { expect, test } from "vitest";
import { zoneAbbreviation } from "./zone-abbreviation.ts";

test.each([
  ["Europe/Stockholm", "CET", "CEST"],
  ["Europe/London", "GMT", "BST"],
  ["Europe/Dublin", "GMT", "IST"],
  ["Europe/Lisbon", "WET", "WEST"],
  ["America/New_York", "EST", "EDT"],
  ["Australia/Sydney", "AEDT", "AEST"],
  ["UTC", "UTC", "UTC"],
  ["America/Sao_Paulo", undefined, undefined],
])("the time in %s is called %s in January and %s in July", (zone, january, july) => {
  expect(zoneAbbreviation(zone, Date.UTC(2026, 0, 15))).toBe(january);
  expect(zoneAbbreviation(zone, Date.UTC(2026, 6, 15))).toBe(july);
});

test("an unknown zone throws", () => expect(() => zoneAbbreviation("Nowhere", 0)).toThrow(RangeError));
