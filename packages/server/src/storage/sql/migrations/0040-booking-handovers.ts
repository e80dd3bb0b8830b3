import type { Migration } from "../migration.ts";

/** Who asks whom to take a booking over. */
export const bookingHandovers: Migration = {
  version: 40,
  name: "booking-handovers",
  statements: ({ text, integer, tableEnd }) => [
    `create table booking_handover (
      id ${text} not null primary key, state ${text} not null, booking_id ${text} not null,
      booking_changed_at ${integer} not null, return_id ${text}, return_changed_at ${integer},
      from_id ${text} not null, to_id ${text} not null,
      asked_by ${text} not null, accepted_rules ${integer}, is_by_time ${integer} not null,
      expires_at ${integer} not null, created_at ${integer} not null, changed_at ${integer} not null
    )${tableEnd}`,
    `create index booking_handover_from on booking_handover (from_id, expires_at)`,
    `create index booking_handover_to on booking_handover (to_id, expires_at)`,
    `create index booking_handover_end on booking_handover (expires_at)`,
  ],
};
