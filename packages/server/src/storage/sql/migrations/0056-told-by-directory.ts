import type { Migration } from "../migration.ts";

/** Whether people hear by mail of the accounts that a directory makes: of none that had a token before, as nobody was asked. */
export const toldByDirectory: Migration = {
  version: 56,
  name: "told-by-directory",
  statements: ({ integer }) => [
    `alter table provisioning_token add column mails_people ${integer} not null default 0`,
  ],
};
