import type { Migration } from "../migration.ts";

/** The organizer of a meeting in a calendar of somebody else: answers to it are looked up by organizer and UID. */
export const organizers: Migration = {
  version: 19,
  name: "organizers",
  statements: ({ text }) => [
    `alter table object add column organizer_id ${text}`,
    `create index object_organizer on object (organizer_id, uid) where organizer_id is not null`,
  ],
};
