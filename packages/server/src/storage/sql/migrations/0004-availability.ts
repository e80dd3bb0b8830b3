import type { Migration } from "../migration.ts";

/** Availability (RFC 7953 §7.2): a table of its own, as it may be large and is seldom read. */
export const availability: Migration = {
  version: 4,
  name: "availability",
  statements: ({ text, tableEnd }) => [
    `create table availability (
      account_id ${text} not null primary key references principal (id), icalendar ${text} not null
    )${tableEnd}`,
  ],
};
