import { ianaZone } from "@snart/calendar/time/zone.ts";
import { expect, it } from "vitest";
import { eventOfMeeting, isMeeting } from "./meeting.ts";

const viewer = ianaZone("Europe/Stockholm");
if (!viewer) throw new Error("no zone");
const TIME = { start: Date.parse("2026-11-23T13:00:00Z"), end: Date.parse("2026-11-23T14:00:00Z") };
const PETRA = {
  id: "g",
  name: "Petra",
  address: "petra@example.com",
  isOptional: false,
  isRoom: false,
  answer: "needs-action",
} as const;

it("is one event that invites the room and the guests", () => {
  const meeting = { title: " Brick samples ", guests: [PETRA], calendarId: "c" };
  expect(eventOfMeeting(meeting, TIME, { id: "r", name: "Loftet" }, "u", viewer)).toMatchObject({
    uid: "u",
    title: "Brick samples",
    start: "2026-11-23T14:00:00",
    duration: "PT1H",
    timeZone: "Europe/Stockholm",
    calendarIds: { c: true },
    participants: {
      g: { calendarAddress: "mailto:petra@example.com" },
      "room-r": { calendarAddress: "urn:uuid:r", kind: "location", name: "Loftet" },
    },
  });
});

it("is none without a title or a guest: the room alone is booked", () => {
  expect(isMeeting({ title: "  ", guests: [] })).toBe(false);
  expect(isMeeting({ title: "Brick samples", guests: [] })).toBe(true);
  expect(isMeeting({ title: "", guests: [PETRA] })).toBe(true);
});
