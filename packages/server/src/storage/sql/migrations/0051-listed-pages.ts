import type { Migration } from "../migration.ts";

/** Whether search engines may list a booking page: none that was there before, as nobody was asked. */
export const listedPages: Migration = {
  version: 51,
  name: "listed-pages",
  statements: ({ integer }) => [
    `alter table booking_page add column is_listed ${integer} not null default 0`,
  ],
};
