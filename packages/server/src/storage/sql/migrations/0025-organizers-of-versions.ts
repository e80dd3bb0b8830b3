import type { Migration } from "../migration.ts";

/** Who organized a deleted meeting in a calendar of somebody else: whoever restores it restores it as theirs. */
export const organizersOfVersions: Migration = {
  version: 25,
  name: "organizers-of-versions",
  statements: ({ text }) => [`alter table version add column organizer_id ${text}`],
};
