import type { Migration } from "../migration.ts";

/**
 * Uploads in parts of their own, so that none of their writes and reads takes long. One is seen when all of it is there. Older ones
 * keep their content where it is: they expire within hours.
 */
export const blobParts: Migration = {
  version: 29,
  name: "blob-parts",
  statements: ({ text, integer, bytes, tableEnd }) => [
    `alter table blob add column is_whole ${integer} not null default 1`,
    `create table blob_part (
      account_id ${text} not null, blob_id ${text} not null, number ${integer} not null, content ${bytes} not null,
      primary key (account_id, blob_id, number),
      foreign key (account_id, blob_id) references blob (account_id, id) on delete cascade
    )${tableEnd}`,
  ],
};
