import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { addressesOf } from "@snart/calendar/scheduling/attendee.ts";
import { describe, expect, it } from "vitest";
import { hasOwner, isOwnedBy, reduceParticipants } from "./reduce-participants.ts";

const person = (address: string, roles: Readonly<Record<string, boolean>>) => ({
  calendarAddress: `mailto:${address}`,
  roles,
});
const event: JSEvent = {
  "@type": "Event",
  uid: "meeting",
  start: "2026-11-23T12:00:00",
  participants: {
    boss: person("boss@example.com", { owner: true, attendee: true }),
    me: person("Elin@Example.com", { attendee: true }),
    other: person("other@example.com", { attendee: true }),
  },
  recurrenceOverrides: {
    "2026-11-24T12:00:00": {
      title: "Tuesday",
      "participants/me/participationStatus": "declined",
      "participants/other/participationStatus": "accepted",
      "participants/other": null,
    },
    "2026-11-25T12:00:00": {
      participants: {
        boss: person("boss@example.com", { owner: true }),
        guest: person("guest@example.com", { attendee: true }),
      },
    },
    "2026-11-26T12:00:00": {
      "participants/guest": person("guest@example.com", { attendee: true }),
      excluded: true,
    },
  },
};
const me = addressesOf(["mailto:elin@example.com"]);

describe("reducing participants", () => {
  it("leaves owners and oneself", () => {
    expect(Object.keys(reduceParticipants(event, me).participants ?? {})).toEqual(["boss", "me"]);
  });

  it("leaves owners and oneself in every override, and everything else in it", () => {
    const { recurrenceOverrides } = reduceParticipants(event, me);
    expect(recurrenceOverrides).toEqual({
      "2026-11-24T12:00:00": { title: "Tuesday", "participants/me/participationStatus": "declined" },
      "2026-11-25T12:00:00": { participants: { boss: person("boss@example.com", { owner: true }) } },
      "2026-11-26T12:00:00": { excluded: true },
    });
  });

  it("does not change the event it is given", () => {
    const before = structuredClone(event);
    reduceParticipants(event, me);
    expect(event).toEqual(before);
  });

  it("leaves an event without participants as it is", () => {
    const { participants: _none, recurrenceOverrides: _neither, ...plain } = event;
    expect(reduceParticipants(plain, me)).toEqual(plain);
  });

  it("knows whose event it is", () => {
    expect(isOwnedBy(event, addressesOf(["mailto:BOSS@example.com"]))).toBe(true);
    expect(isOwnedBy(event, me)).toBe(false);
    expect(isOwnedBy(event, () => false)).toBe(false);
    expect(hasOwner(event)).toBe(true);
  });
});
