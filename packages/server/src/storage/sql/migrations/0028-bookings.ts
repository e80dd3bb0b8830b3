import type { Migration } from "../migration.ts";

/** Bookables, their rules, bookings, and the cells of time that they claim: the key of `claim` is what no two bookings pass. */
export const bookings: Migration = {
  version: 28,
  name: "bookings",
  statements: ({ text, integer, tableEnd }) => [
    `create table bookable (
      account_id ${text} not null primary key references principal (id), type ${text} not null,
      managers_id ${text} not null references principal (id), labels ${text} not null, description ${text} not null,
      place ${text} not null, capacity ${integer}, answer_mode ${text} not null
    )${tableEnd}`,
    `create table booking_rules (
      account_id ${text} not null references principal (id), version ${integer} not null, rules ${text} not null,
      created_at ${integer} not null, created_by ${text} not null,
      primary key (account_id, version)
    )${tableEnd}`,
    `create table booking (
      id ${text} not null primary key, account_id ${text} not null references principal (id), unit ${integer} not null,
      state ${text} not null, starts_at ${integer} not null, ends_at ${integer} not null, party_id ${text},
      booked_by ${text} not null, rules_version ${integer} not null, key ${text}, object_id ${text},
      recurrence_id ${integer}, expires_at ${integer}, created_at ${integer} not null, changed_at ${integer} not null
    )${tableEnd}`,
    `create unique index booking_key on booking (booked_by, key)`,
    `create index booking_time on booking (account_id, ends_at)`,
    `create index booking_party on booking (party_id, ends_at)`,
    `create index booking_object on booking (object_id)`,
    `create table claim (
      account_id ${text} not null, unit ${integer} not null, cell ${integer} not null, booking_id ${text} not null,
      expires_at ${integer},
      primary key (account_id, unit, cell)
    )${tableEnd}`,
    `create index claim_booking on claim (booking_id)`,
    `create index claim_expiry on claim (expires_at) where expires_at is not null`,
  ],
};
