import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { expect, it } from "vitest";
import { scopesOfAnswer } from "./answer-invitation.ts";

const series = (participationStatus?: string): Parameters<typeof scopesOfAnswer>[0] => ({
  recurrenceId: "2026-12-08T10:00:00",
  entry: {
    event: {
      "@type": "Event",
      uid: "u",
      start: "2026-12-01T10:00:00",
      participants: { me: { "@type": "Participant", ...(participationStatus && { participationStatus }) } },
    } as JSEvent,
  } as Parameters<typeof scopesOfAnswer>[0]["entry"],
});

it("is for all of a series at first", () => {
  expect(scopesOfAnswer(series(), "me")).toEqual(["all", "one"]);
  expect(scopesOfAnswer(series("needs-action"), "me")).toEqual(["all", "one"]);
});

it("is for the date alone where all was answered before, or where only that date is an invitation", () => {
  expect(scopesOfAnswer(series("accepted"), "me")).toEqual(["one", "all"]);
  expect(scopesOfAnswer(series("accepted"), "somebody-else")).toEqual(["one"]);
});

it("is for a single event", () => {
  expect(scopesOfAnswer({ ...series(), recurrenceId: null }, "me")).toEqual(["all"]);
});
