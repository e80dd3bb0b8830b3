import type { Migration } from "../migration.ts";

/** How many bytes of former texts an account has at most: adding them up would cost every write. */
export const formerBytes: Migration = {
  version: 27,
  name: "former-bytes",
  statements: ({ integer }) => [
    `alter table principal add column former_bytes ${integer} not null default 0`,
    `update principal set
      former_bytes = (select coalesce(sum(octet_length(icalendar)), 0) from version where account_id = principal.id)`,
  ],
};
