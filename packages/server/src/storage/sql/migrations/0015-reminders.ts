import type { Migration } from "../migration.ts";

/**
 * Who has which next alarm, and who gets the day's agenda when. Nothing refers to other tables, so that ringing and
 * deleting never wait for each other: leftovers are removed later.
 */
export const reminders: Migration = {
  version: 15,
  name: "reminders",
  statements: ({ text, integer, tableEnd }) => [
    `create table alarm (
      object_id ${text} not null, principal_id ${text} not null,
      ring_at ${integer}, rung_until ${integer} not null,
      primary key (object_id, principal_id)
    )${tableEnd}`,
    `create index alarm_ring on alarm (ring_at) where ring_at is not null`,
    `create table alarm_waiting (object_id ${text} not null primary key, since ${integer} not null)${tableEnd}`,
    // Existing objects: their alarms are searched from the start of the new release.
    `insert into alarm_waiting (object_id, since) select id, 0 from object`,
    `create table agenda (
      principal_id ${text} not null primary key, next_at ${integer} not null
    )${tableEnd}`,
    `create index agenda_next on agenda (next_at)`,
  ],
};
