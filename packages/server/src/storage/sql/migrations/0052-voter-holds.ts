import type { Migration } from "../migration.ts";

/** Whether a voter has the times of a poll kept in their calendar: nobody who voted before, as they were not asked. */
export const voterHolds: Migration = {
  version: 52,
  name: "voter-holds",
  statements: ({ integer }) => [
    `alter table poll_voter add column holds_times ${integer} not null default 0`,
  ],
};
