import type { Migration } from "../migration.ts";

/** People's photos: a table of their own, as the bytes are read for a picture alone and the id with every list of people. */
export const photos: Migration = {
  version: 48,
  name: "photos",
  statements: ({ text, bytes, tableEnd }) => [
    `alter table principal add column photo_id ${text}`,
    `create table photo (
      principal_id ${text} not null primary key references principal (id), id ${text} not null, type ${text} not null,
      content ${bytes} not null
    )${tableEnd}`,
  ],
};
