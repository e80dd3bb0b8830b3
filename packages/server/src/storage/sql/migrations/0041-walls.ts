import type { Migration } from "../migration.ts";

/** Screens on walls, which show calendars as far as who made their link may read them. */
export const walls: Migration = {
  version: 41,
  name: "walls",
  statements: ({ text, integer }) => [
    `alter table display add column calendar_ids ${text}`,
    `alter table display add column shows_private ${integer} not null default 0`,
  ],
};
