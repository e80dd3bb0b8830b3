import type { Migration } from "../migration.ts";

/**
 * Managed attachments (RFC 8607). Contents are stored once, by their SHA-256, in parts, so that sending a large file
 * needs little memory. `attachment_use` records which objects name an attachment, or until when they did.
 */
export const attachments: Migration = {
  version: 11,
  name: "attachments",
  statements: ({ text, integer, bytes, tableEnd }) => [
    `create table attachment_content (
      hash ${text} not null primary key, size ${integer} not null, parts ${integer} not null
    )${tableEnd}`,
    `create table attachment_part (
      hash ${text} not null references attachment_content (hash) on delete cascade, number ${integer} not null,
      content ${bytes} not null, primary key (hash, number)
    )${tableEnd}`,
    `create table attachment (
      id ${text} not null primary key, account_id ${text} not null references principal (id),
      hash ${text} not null references attachment_content (hash), type ${text} not null, filename ${text} not null,
      size ${integer} not null, created_at ${integer} not null, created_by ${text} not null
    )${tableEnd}`,
    `create index attachment_account on attachment (account_id, hash)`,
    `create index attachment_hash on attachment (hash)`,
    `create table attachment_use (
      attachment_id ${text} not null references attachment (id) on delete cascade, object_id ${text} not null,
      released_at ${integer}, primary key (attachment_id, object_id)
    )${tableEnd}`,
    `create index attachment_use_object on attachment_use (object_id)`,
  ],
};
