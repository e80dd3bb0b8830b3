import type { Migration } from "./migration.ts";

/** By what each change was made, and deleted calendars, which come back whole. */
export const history: Migration = {
  version: 12,
  name: "history",
  statements: ({ text, integer, tableEnd }) => [
    `alter table change add column via ${text}`,
    `alter table change add column client ${text}`,
    `create table trashed_calendar (
      id ${text} not null primary key, account_id ${text} not null references principal (id), modseq ${integer} not null,
      removed_at ${integer} not null, removed_by ${text} not null, content ${text} not null
    )${tableEnd}`,
    `create index trashed_calendar_account on trashed_calendar (account_id, removed_at)`,
    `create index trashed_calendar_age on trashed_calendar (removed_at)`,
  ],
};
