import type { Migration } from "../migration.ts";

/** Devices that hear of the calendars of a home by WebDAV-Push. */
export const homePushes: Migration = {
  version: 57,
  name: "home-pushes",
  statements: ({ text, integer, tableEnd }) => [
    `create table home_push (
      id ${text} not null primary key, principal_id ${text} not null, home_id ${text} not null,
      url ${text} not null, keys ${text} not null, on_content ${integer} not null, on_properties ${integer} not null,
      told ${text} not null, created_at ${integer} not null, expires_at ${integer} not null,
      signed_in_by ${text} not null, unique (principal_id, home_id, url)
    )${tableEnd}`,
    `create index home_push_end on home_push (expires_at)`,
    `create table home_push_account (
      account_id ${text} not null, home_push_id ${text} not null references home_push (id) on delete cascade,
      primary key (account_id, home_push_id)
    )${tableEnd}`,
    `create index home_push_account_push on home_push_account (home_push_id)`,
  ],
};
