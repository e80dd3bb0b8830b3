import type { Migration } from "../migration.ts";

/**
 * Each sharee's own parts of an object: alarms, keywords, colour (JMAP Calendars, "Per-user properties"). They are
 * removed with the object.
 */
export const ownParts: Migration = {
  version: 13,
  name: "own-parts",
  statements: ({ text, tableEnd }) => [
    `create table own_part (
      object_id ${text} not null references object (id) on delete cascade,
      principal_id ${text} not null references principal (id), icalendar ${text} not null,
      primary key (object_id, principal_id)
    )${tableEnd}`,
  ],
};
