import type { Migration } from "../migration.ts";

/** How many objects an account has and how many bytes they are, kept with its modseq: adding them up would cost every write. */
export const accountUsage: Migration = {
  version: 23,
  name: "account-usage",
  statements: ({ integer }) => [
    `alter table principal add column object_count ${integer} not null default 0`,
    `alter table principal add column object_bytes ${integer} not null default 0`,
    `update principal set
      object_count = (select count(*) from object where account_id = principal.id),
      object_bytes = (select coalesce(sum(size), 0) from object where account_id = principal.id)`,
  ],
};
