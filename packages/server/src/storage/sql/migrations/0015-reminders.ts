import type { Migration } from "./migration.ts";

/**
 * When something rings next for whom, and who is sent the day's agenda when. Nothing refers to other tables, so that whoever rings and
 * whoever deletes never wait for each other: what is left over is removed by the clock.
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
    // What was there before: its alarms are looked for from when the new release starts.
    `insert into alarm_waiting (object_id, since) select id, 0 from object`,
    `create table agenda (
      principal_id ${text} not null primary key, next_at ${integer} not null
    )${tableEnd}`,
    `create index agenda_next on agenda (next_at)`,
  ],
};
