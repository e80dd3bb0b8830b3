import type { Migration } from "../migration.ts";

/** Screens at doors and on walls, which show and book certain bookables by a secret link. */
export const displays: Migration = {
  version: 38,
  name: "displays",
  statements: ({ text, integer, tableEnd }) => [
    `create table display (
      id ${text} not null primary key, name ${text} not null, token_hash ${text} not null, bookable_ids ${text} not null,
      created_by ${text} not null, created_at ${integer} not null, seen_at ${integer}
    )${tableEnd}`,
    `create unique index display_token on display (token_hash)`,
  ],
};
