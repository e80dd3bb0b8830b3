import { expect, test } from "vitest";
import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { addressesOf } from "../scheduling/attendee.ts";
import { organizerMessages } from "../scheduling/organizer-messages.ts";
import { event, objectOf } from "../scheduling/scheduling-text.ts";
import { validateICalendarText } from "./validate-icalendar.ts";

// The programs that read the server's messages to guests may be as strict as this (RFC 5546).

const isElin = addressesOf(["mailto:elin@example.com"]);
const context = { now: Date.UTC(2026, 10, 20, 9), prodId: "-//Snart//Test//EN" };
const GUESTS = ["ATTENDEE:mailto:bengt@example.com", "ATTENDEE:mailto:cilla@example.com"];
const meeting = (...lines: readonly string[]): CalendarObject => objectOf(event(...GUESTS, ...lines));
const series = objectOf(event("RRULE:FREQ=DAILY;COUNT=5", ...GUESTS));

test.each<[string, CalendarObject | undefined, CalendarObject | undefined, string]>([
  ["an invitation", undefined, meeting(), "REQUEST"],
  ["another title", meeting(), meeting("SUMMARY:Middag\\, sen"), "REQUEST"],
  ["a cancellation", meeting(), undefined, "CANCEL"],
  ["a guest less", meeting(), objectOf(event("ATTENDEE:mailto:bengt@example.com")), "CANCEL"],
  ["a series", undefined, series, "REQUEST"],
  [
    "one occurrence changed",
    series,
    objectOf(
      event("RRULE:FREQ=DAILY;COUNT=5", ...GUESTS),
      event("RECURRENCE-ID:20261125T110000Z", "LOCATION:Köket", ...GUESTS),
    ),
    "REQUEST",
  ],
])("the messages about %s are valid", (_, before, after, method) => {
  const messages = organizerMessages(before, after, isElin, context);
  expect(messages.map((message) => message.method)).toContain(method);
  for (const { calendar } of messages)
    expect(
      validateICalendarText(serialiseICalendar(calendar)).map(({ rule, property, detail }) => [
        rule,
        property,
        detail,
      ]),
    ).toEqual([]);
});
