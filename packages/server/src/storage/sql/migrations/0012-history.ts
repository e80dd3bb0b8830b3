import type { Migration } from "../migration.ts";

/** The source of each change, and deleted calendars, which can be restored whole. */
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
