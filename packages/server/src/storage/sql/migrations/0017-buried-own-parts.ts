import type { Migration } from "../migration.ts";

/** People's own parts of deleted objects, for restoring them; they are removed with their last version. */
export const buriedOwnParts: Migration = {
  version: 17,
  name: "buried-own-parts",
  statements: ({ text, tableEnd }) => [
    `create table buried_own_part (
      object_id ${text} not null, principal_id ${text} not null, icalendar ${text} not null,
      primary key (object_id, principal_id)
    )${tableEnd}`,
  ],
};
