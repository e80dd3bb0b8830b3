import type { Migration } from "../migration.ts";

/** Scheduling inboxes (RFC 6638 §2.2). A removed item stays without its text, so that its name is known and never used again. */
export const inbox: Migration = {
  version: 3,
  name: "inbox",
  statements: ({ text, integer, tableEnd }) => [
    `create table inbox_item (
      account_id ${text} not null references principal (id), uri ${text} not null, uid ${text} not null,
      component ${text} not null, method ${text} not null, etag ${text} not null, size ${integer} not null,
      modseq ${integer} not null, removed_modseq ${integer}, created_at ${integer} not null, icalendar ${text} not null,
      primary key (account_id, uri)
    )${tableEnd}`,
    `create index inbox_item_modseq on inbox_item (account_id, modseq)`,
    `create index inbox_item_removed on inbox_item (account_id, removed_modseq)`,
  ],
};
