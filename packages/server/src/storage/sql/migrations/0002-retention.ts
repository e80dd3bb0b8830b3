import type { Migration } from "../migration.ts";

/** Indexes that find the oldest entries of the log and of the trash, so that forgetting costs what is forgotten. */
export const retention: Migration = {
  version: 2,
  name: "retention",
  statements: () => [
    `create index change_age on change (at)`,
    `create index version_removed on version (replaced_at) where was_removed = 1`,
  ],
};
