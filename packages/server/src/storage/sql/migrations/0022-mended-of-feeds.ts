import type { Migration } from "../migration.ts";

/** How many objects of a feed came without a part; counted from the next copy on. */
export const mendedOfFeeds: Migration = {
  version: 22,
  name: "mended-of-feeds",
  statements: ({ integer }) => [`alter table subscription add column mended ${integer} not null default 0`],
};
