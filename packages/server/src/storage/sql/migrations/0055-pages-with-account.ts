import type { Migration } from "../migration.ts";

/** Whether only people with an account book at a page: at none that was there before, as everybody could. */
export const pagesWithAccount: Migration = {
  version: 55,
  name: "pages-with-account",
  statements: ({ integer }) => [
    `alter table booking_page add column requires_account ${integer} not null default 0`,
  ],
};
