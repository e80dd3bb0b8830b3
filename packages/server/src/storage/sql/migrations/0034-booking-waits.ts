import type { Migration } from "../migration.ts";

/** Who waits for a time that somebody else has. */
export const bookingWaits: Migration = {
  version: 34,
  name: "booking-waits",
  statements: ({ text, integer, tableEnd }) => [
    `create table booking_wait (
      id ${text} not null primary key, account_id ${text} not null references principal (id), state ${text} not null,
      starts_at ${integer} not null, ends_at ${integer} not null, party_id ${text} not null, asked_by ${text} not null,
      accepted_rules ${integer}, hold_id ${text}, expires_at ${integer}, created_at ${integer} not null,
      changed_at ${integer} not null
    )${tableEnd}`,
    `create index booking_wait_time on booking_wait (account_id, ends_at)`,
    `create index booking_wait_party on booking_wait (party_id, ends_at)`,
    `create index booking_wait_end on booking_wait (ends_at)`,
  ],
};
