import type { Migration } from "../migration.ts";

/** Which bookings are about to begin, or have begun, over all bookables: nobody may have come to them. */
export const begunBookings: Migration = {
  version: 35,
  name: "begun-bookings",
  statements: () => [`create index booking_start on booking (state, starts_at)`],
};
