import type { Migration } from "../migration.ts";

/** A second step, ways of signing in that have begun, and when somebody last proved who they are. */
export const signInSteps: Migration = {
  version: 45,
  name: "sign-in-steps",
  statements: ({ text, integer, tableEnd }) => [
    `alter table credential add column data ${text}`,
    `create table sign_in_step (
      token_hash ${text} not null primary key, kind ${text} not null, principal_id ${text}, data ${text} not null,
      created_at ${integer} not null, expires_at ${integer} not null
    )${tableEnd}`,
    `create index sign_in_step_principal on sign_in_step (principal_id)`,
    `create index sign_in_step_end on sign_in_step (expires_at)`,
    `alter table session add column proved_at ${integer} not null default 0`,
    `update session set proved_at = created_at`,
  ],
};
