import type { Migration } from "../migration.ts";

/** What a bookable has, such as a screen or a hearing loop, in its house's own words: none of those that were there before says anything. */
export const equipment: Migration = {
  version: 54,
  name: "equipment",
  statements: ({ text }) => [`alter table bookable add column equipment ${text} not null default '[]'`],
};
