import type { BookableRecord, BookingRecord } from "@snart/calendar/jmap/booking.ts";
import { describe, expect, it } from "vitest";
import { quotaOf } from "./quota.ts";

const NOW = Date.parse("2026-11-23T09:20:00Z");

const thing = (id: string, limits: readonly object[], labels: readonly string[] = []): BookableRecord =>
  ({ id, labels, rules: { limits } }) as never;

const booking = (bookableId: string, partyId: string, end: string, state = "confirmed"): BookingRecord =>
  ({ id: end, bookableId, partyId, bookedById: "elin", end, state }) as never;

const limit = { max: 2, of: "bookings", per: "upcoming", over: "this" };

describe("what a party has left", () => {
  it("counts what of it is still to come, and says when the first of it is over", () => {
    const laundry = thing("laundry", [limit]);
    const bookings = [
      booking("laundry", "1203", "2026-11-23T18:00:00Z"),
      booking("laundry", "1203", "2026-11-23T09:00:00Z"),
      booking("laundry", "1203", "2026-11-24T18:00:00Z", "cancelled"),
      booking("laundry", "1204", "2026-11-24T12:00:00Z"),
      booking("sauna", "1203", "2026-11-24T12:00:00Z"),
    ];
    const known = { bookables: [laundry], bookings };
    const returns = Date.parse("2026-11-23T18:00:00Z");
    expect(quotaOf(laundry, known, "1203", NOW)).toEqual({ max: 2, left: 1, returns });
    expect(quotaOf(laundry, known, "elin", NOW)).toEqual({ max: 2, left: 2, returns: undefined });
  });

  it("counts over all things of a label, and tells the tightest limit", () => {
    const wash = { ...limit, max: 3, over: "wash" };
    const one = thing("one", [limit, wash], ["wash"]);
    const other = thing("other", [], ["wash"]);
    const bookings = ["2026-11-24T10:00:00Z", "2026-11-25T10:00:00Z", "2026-11-26T10:00:00Z"].map((end) =>
      booking("other", "1203", end),
    );
    const known = { bookables: [one, other], bookings };
    expect(quotaOf(one, known, "1203", NOW)).toEqual({
      max: 3,
      left: 0,
      returns: Date.parse("2026-11-24T10:00:00Z"),
    });
  });

  it.each([
    ["of hours", { ...limit, of: "minutes" }],
    ["per week", { ...limit, per: "week" }],
    ["on some evenings", { ...limit, dayPart: { days: ["sa"], from: "18:00", to: "24:00" } }],
    ["not for what is booked late", { ...limit, exemptWithin: "PT2H" }],
  ])("says nothing of a limit %s, which depends on the time that is asked for", (_, one) => {
    const room = thing("room", [one]);
    expect(quotaOf(room, { bookables: [room], bookings: [] }, "1203", NOW)).toBeUndefined();
  });
});
