import type { Migration } from "../migration.ts";

/** Verdicts read only what counts: what is cancelled or refused heaps up, and has no part in them. */
export const bookingsThatCount: Migration = {
  version: 37,
  name: "bookings-that-count",
  statements: () => [
    `create index booking_time_by_state on booking (account_id, state, ends_at)`,
    `create index booking_party_by_state on booking (party_id, state, ends_at)`,
  ],
};
