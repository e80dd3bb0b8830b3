import { describe, expect, it } from "vitest";
import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { addressesOf } from "./attendee.ts";
import { organizerMessages } from "./organizer-messages.ts";
import { event, linesOf, objectOf, reread } from "./scheduling-text.ts";

const isElin = addressesOf(["mailto:elin@example.com"]);
const context = { now: Date.UTC(2026, 10, 20, 9), prodId: "-//Snart//Test//EN" };
const ME = "ATTENDEE;PARTSTAT=ACCEPTED:mailto:elin@example.com";
const HIDES = "JSPROP;JSPTR=hideAttendees:true";
const guests = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `ATTENDEE:mailto:${name}@example.com`);
const person = (name: string): readonly string[] => [
  "BEGIN:PARTICIPANT",
  `UID:p-${name}`,
  `CALENDAR-ADDRESS:mailto:${name}@example.com`,
  "END:PARTICIPANT",
  `JSPROP;JSPTR=participants/${name}/example.com:note:"of ${name}"`,
];

/** Each message with the names that it holds. */
const sent = (before: CalendarObject | undefined, after: CalendarObject | undefined): readonly string[] =>
  organizerMessages(before, after, isElin, context).map(({ method, recipient, calendar, isQuiet }) => {
    const text = linesOf(reread(calendar)).flat().join("\n");
    const names = ["elin", "bengt", "cilla", "dag"].filter((name) => text.includes(name));
    const [, to = ""] = /mailto:(.*)@/.exec(recipient) ?? [];
    return `${isQuiet ? `(${method})` : method} ${to}: ${names.join(" ")}`;
  });
const hidden = (...lines: readonly string[]): CalendarObject => objectOf(event(HIDES, ME, ...lines));
const shown = (...lines: readonly string[]): CalendarObject => objectOf(event(ME, ...lines));
const two = [...guests("bengt", "cilla"), ...person("bengt"), ...person("cilla")];

describe("guests who don't see each other", () => {
  it("are invited without the others' lines, components and properties", () => {
    expect(sent(undefined, hidden(...two))).toEqual([
      "REQUEST bengt: elin bengt",
      "REQUEST cilla: elin cilla",
    ]);
    expect(sent(undefined, shown(...two))).toEqual([
      "REQUEST bengt: elin bengt cilla",
      "REQUEST cilla: elin bengt cilla",
    ]);
  });

  it("hear nothing of others who come and go, and the others are not in a cancellation", () => {
    const three = hidden(...two, ...guests("dag"));
    expect(sent(hidden(...two), three)).toEqual(["REQUEST dag: elin dag"]);
    expect(sent(three, hidden(...two))).toEqual(["CANCEL dag: elin dag"]);
    expect(sent(hidden(...two), undefined)).toEqual(["CANCEL bengt: elin bengt", "CANCEL cilla: elin cilla"]);
  });

  it("lose sight of the others when the list is hidden, and see them when it is shown again", () => {
    expect(sent(shown(...guests("bengt", "cilla")), hidden(...guests("bengt", "cilla")))).toEqual([
      "REQUEST bengt: elin bengt",
      "REQUEST cilla: elin cilla",
    ]);
    expect(sent(hidden(...guests("bengt", "cilla")), shown(...guests("bengt", "cilla")))).toEqual([
      "REQUEST bengt: elin bengt cilla",
      "REQUEST cilla: elin bengt cilla",
    ]);
  });

  it("are not in the cancellation of one date", () => {
    const series = (...lines: readonly string[]): CalendarObject =>
      hidden("RRULE:FREQ=DAILY;COUNT=5", ...two, ...lines);
    expect(sent(series(), series("EXDATE:20261124T110000Z"))).toEqual([
      "CANCEL bengt: elin bengt",
      "CANCEL cilla: elin cilla",
    ]);
  });
});
