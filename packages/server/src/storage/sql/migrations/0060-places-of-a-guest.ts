import type { Migration } from "../migration.ts";

/** Where somebody is named who is to be forgotten: in whoever's trash an event lies, and whoever was told of it. */
export const placesOfAGuest: Migration = {
  version: 60,
  name: "places-of-a-guest",
  statements: () => [
    `create index version_removed_uid on version (uid) where was_removed = 1`,
    `create index notification_about on notification (about_id) where removed_modseq is null`,
  ],
};
