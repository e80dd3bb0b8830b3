import type { Migration } from "../migration.ts";

/** How often bookings were refused, for the report of who manages the bookable. */
export const bookingRefusals: Migration = {
  version: 32,
  name: "booking-refusals",
  statements: ({ text, integer, tableEnd }) => [
    `create table booking_refusal (
      account_id ${text} not null, party_id ${text} not null, month ${text} not null, reason ${text} not null,
      times ${integer} not null,
      primary key (account_id, month, party_id, reason)
    )${tableEnd}`,
    `create index booking_refusal_month on booking_refusal (month)`,
  ],
};
