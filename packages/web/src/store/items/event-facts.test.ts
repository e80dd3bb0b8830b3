import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { expect, it } from "vitest";
import { eventFacts } from "./event-facts.ts";

const event = (status?: string): JSEvent => ({
  "@type": "Event",
  uid: "a",
  start: "2026-11-23T10:00:00",
  organizerCalendarAddress: "mailto:elin@example.com",
  participants: {
    e: {
      "@type": "Participant",
      calendarAddress: "mailto:elin@example.com",
      roles: { owner: true, attendee: true },
      ...(status !== undefined && { participationStatus: status }),
    },
    j: { "@type": "Participant", calendarAddress: "mailto:jonas@example.com", roles: { attendee: true } },
  },
});
const answers = (of: JSEvent): readonly string[] =>
  eventFacts(of, "jonas@example.com").guests.map(({ name, answer }) => `${name} ${answer}`);

it("an organizer whom nobody asks comes, unless they say otherwise", () => {
  const jonas = "jonas@example.com needs-action";
  expect(answers(event())).toEqual(["elin@example.com accepted", jonas]);
  expect(answers(event("needs-action"))).toEqual(["elin@example.com accepted", jonas]);
  expect(answers(event("declined"))).toEqual(["elin@example.com declined", jonas]);
  expect(eventFacts(event(), "jonas@example.com").answer).toBe("needs-action");
});
