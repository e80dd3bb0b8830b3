import type { Migration } from "../migration.ts";

/** Devices that hear of changes of a calendar by WebDAV-Push. */
export const collectionPushes: Migration = {
  version: 46,
  name: "collection-pushes",
  statements: ({ text, integer, tableEnd }) => [
    `create table collection_push (
      id ${text} not null primary key, principal_id ${text} not null, calendar_id ${text} not null,
      account_id ${text} not null, url ${text} not null, keys ${text} not null,
      on_content ${integer} not null, on_properties ${integer} not null,
      told_content ${integer} not null, told_properties ${integer} not null,
      created_at ${integer} not null, expires_at ${integer} not null, signed_in_by ${text} not null,
      unique (calendar_id, principal_id, url)
    )${tableEnd}`,
    `create index collection_push_principal on collection_push (principal_id)`,
    `create index collection_push_account on collection_push (account_id)`,
    `create index collection_push_end on collection_push (expires_at)`,
  ],
};
