import type { Migration } from "../migration.ts";

/** Accounts by invitation, groups with managers, and calendars that are handed over. */
export const accounts: Migration = {
  version: 14,
  name: "accounts",
  statements: ({ text, integer, tableEnd }) => [
    `alter table principal add column status_since ${integer} not null default 0`,
    `update principal set status_since = created_at`,
    `alter table group_member add column is_manager ${integer} not null default 0`,
    `alter table calendar add column known_from ${integer} not null default 0`,
    `create table account_link (
      token_hash ${text} not null primary key, principal_id ${text} not null references principal (id),
      kind ${text} not null, created_at ${integer} not null, expires_at ${integer} not null
    )${tableEnd}`,
    `create index account_link_principal on account_link (principal_id)`,
    `create index account_link_expiry on account_link (expires_at)`,
  ],
};
