import { expect, it } from "vitest";
import { eventFacts } from "./event-facts.ts";
import { isAddressOf, rememberFormer } from "./former-addresses.ts";

it("knows people by the addresses that they had before, and nobody else by them", () => {
  expect(rememberFormer("mailto:Elin.Ek@Example.org", ["mailto:elin@example.org"])).toBe(
    "elin.ek@example.org",
  );
  expect(isAddressOf("elin.ek@example.org", "MAILTO:ELIN@example.org")).toBe(true);
  expect(isAddressOf("elin.ek@example.org", "elin.ek@example.org")).toBe(true);
  expect(isAddressOf("elin@example.org", "elin.ek@example.org")).toBe(false);
  expect(isAddressOf("bo@example.org", "elin@example.org")).toBe(false);
  expect(isAddressOf("", "")).toBe(false);
  expect(rememberFormer(null, ["x@example.org"])).toBeNull();
  expect(isAddressOf("", "x@example.org")).toBe(false);
});

it("shows the answer that was given, or is asked for, under a former address", () => {
  rememberFormer("bo.b@example.org", ["bo@example.org"]);
  const event = {
    "@type": "Event" as const,
    uid: "m",
    start: "2026-11-24T12:00:00",
    organizerCalendarAddress: "mailto:elin@example.org",
    participants: {
      b: { calendarAddress: "mailto:bo@example.org", participationStatus: "declined" as const },
    },
  };
  expect(eventFacts(event, "bo.b@example.org").answer).toBe("declined");
  expect(eventFacts({ ...event }, "cilla@example.org").answer).toBe("none");
});
