import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { expect, it } from "vitest";
import { passes } from "./shown-filter.ts";

const event = (more: Partial<JSEvent>): JSEvent => ({
  "@type": "Event",
  uid: "u",
  start: "2026-11-23T09:00:00",
  ...more,
});
const anna = {
  "@type": "Participant",
  calendarAddress: "mailto:Anna@Example.org",
  roles: { attendee: true },
} as const;

it("shows events that have the category, and hides those that lack it or have removed it", () => {
  const filter = { kind: "category", name: "garden" } as const;
  expect(passes(event({ keywords: { garden: true } }), filter)).toBe(true);
  expect(passes(event({ keywords: { Garden: true } }), filter)).toBe(false);
  expect(passes(event({ keywords: JSON.parse('{"garden":false}') as Record<string, true> }), filter)).toBe(
    false,
  );
  expect(passes(event({}), filter)).toBe(false);
});

it("shows the events in which a person takes part, however the address is written", () => {
  const filter = { kind: "person", name: "Anna", address: "anna@example.org" } as const;
  expect(passes(event({ participants: { a: anna } }), filter)).toBe(true);
  expect(
    passes(event({ participants: { a: { ...anna, calendarAddress: "mailto:anna@example.com" } } }), filter),
  ).toBe(false);
  expect(passes(event({}), filter)).toBe(false);
});
