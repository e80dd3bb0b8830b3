import type { Migration } from "../migration.ts";

/** Who made an object in a calendar of somebody else: whoever only adds events there may change and delete those alone. */
export const creators: Migration = {
  version: 24,
  name: "creators",
  statements: ({ text }) => [`alter table object add column creator_id ${text}`],
};
