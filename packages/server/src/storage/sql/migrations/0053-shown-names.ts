import type { Migration } from "../migration.ts";

/** Whether a guest of a booking page was told that others of the same time see their name: nobody who booked before it was stored. */
export const shownNames: Migration = {
  version: 53,
  name: "shown-names",
  statements: ({ integer }) => [
    `alter table page_booking add column is_name_shown ${integer} not null default 0`,
  ],
};
