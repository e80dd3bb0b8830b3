import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { describe, expect, it } from "vitest";
import { arrangerOf } from "../../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { scopesOf } from "../series/changes-of-event.ts";
import { telling, toTellOfChange, toTellOfRemoval } from "./telling.ts";

const ME = "elin@example.com";
const guest = (name: string, more: object = {}) => ({
  "@type": "Participant" as const,
  name,
  calendarAddress: `mailto:${name.toLowerCase()}@example.com`,
  roles: { attendee: true },
  ...more,
});
const alone: JSEvent = { "@type": "Event", uid: "u", start: "2026-11-23T10:00:00", isOrigin: true };
const mine: JSEvent = {
  ...alone,
  organizerCalendarAddress: "mailto:Elin@example.com",
  participants: {
    "1": guest("Elin", { roles: { owner: true, attendee: true } }),
    "2": guest("Anna"),
    "3": guest("Bo"),
  },
};
const annas: JSEvent = { ...mine, isOrigin: false, organizerCalendarAddress: "mailto:anna@example.com" };
const annasWith = (participationStatus: "accepted" | "declined"): JSEvent => ({
  ...annas,
  participants: {
    "1": guest("Elin", { participationStatus }),
    "2": guest("Anna", { roles: { owner: true } }),
  },
});
const shown = (event: JSEvent, recurrenceId: string | null = null): ShownOccurrence =>
  ({ event, entry: { event }, recurrenceId }) as unknown as ShownOccurrence;

describe("who decides over an event", () => {
  it("is the organizer, by name, else by address", () => {
    expect(arrangerOf(annas)).toBe("Anna");
    expect(arrangerOf({ ...annas, participants: {} })).toBe("anna@example.com");
  });
  it("is oneself otherwise, also before the server has seen it", () => {
    const { isOrigin: _isOrigin, ...unseen } = mine;
    expect([alone, mine, unseen, { ...alone, isOrigin: false }].map(arrangerOf)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
  it("alone can split a series", () => {
    expect(scopesOf(shown(annas, "2026-11-30T10:00:00"), { title: "x" })).toEqual(["one", "all"]);
    expect(scopesOf(shown(mine, "2026-11-30T10:00:00"), { title: "x" })).toEqual(["one", "following", "all"]);
  });
});

describe("whom a change concerns", () => {
  it("is the guests, for changes that they can see", () => {
    expect(toTellOfChange(shown(mine), { start: "2026-11-24T10:00:00" })).toEqual({
      kind: "guests",
      count: 2,
    });
    expect(toTellOfChange(shown(mine), { alerts: null, "locations/1/name": "Here" })).not.toBeNull();
  });
  it("is nobody, for one's own properties or without guests", () => {
    const own = { "alerts/1": null, freeBusyStatus: "free", privacy: "private" };
    expect(toTellOfChange(shown(mine), own)).toBeNull();
    expect(toTellOfChange(shown(alone), { title: "x" })).toBeNull();
    expect(toTellOfChange(shown(annas), { title: "x" })).toBeNull();
    expect(
      toTellOfChange(shown({ ...mine, participants: { "1": guest("Elin") } }), { title: "x" }),
    ).toBeNull();
  });
  it("is the guests of a cancelled event, or the organizer who waits for an answer", () => {
    expect(toTellOfRemoval(shown(mine), ME)).toEqual({ kind: "guests", count: 2 });
    expect(toTellOfRemoval(shown(annasWith("accepted")), ME)).toEqual({ kind: "arranger", name: "Anna" });
  });
  it("is nobody who knows already, or was never asked", () => {
    expect(toTellOfRemoval(shown(alone), ME)).toBeNull();
    expect(toTellOfRemoval(shown(annasWith("declined")), ME)).toBeNull();
    expect(toTellOfRemoval(shown({ ...annasWith("accepted"), status: "cancelled" }), ME)).toBeNull();
    expect(toTellOfRemoval(shown(annasWith("accepted")), "sven@example.com")).toBeNull();
  });
  it("is noted with the changes, or not at all", () => {
    const change = { kind: "destroy", key: "A/1" } as const;
    expect(telling([change], true)).toEqual([{ ...change, tells: true }]);
    expect(telling([change], false)).toEqual([change]);
  });
});
