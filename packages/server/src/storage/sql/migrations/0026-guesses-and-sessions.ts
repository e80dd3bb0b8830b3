import type { Migration } from "../migration.ts";

/**
 * What is counted against abuse, for all processes and over a restart; from where people have proved who they are; and sessions whose
 * token changes: until now a session was known by the hash of its only token, which stays its id.
 */
export const guessesAndSessions: Migration = {
  version: 26,
  name: "guesses-and-sessions",
  statements: ({ text, integer, tableEnd }) => [
    `create table attempt (
      key ${text} not null primary key, taken ${integer} not null, ends_at ${integer} not null
    )${tableEnd}`,
    `create index attempt_end on attempt (ends_at)`,
    `create table known_place (
      principal_id ${text} not null references principal (id), place ${text} not null, seen_at ${integer} not null,
      primary key (principal_id, place)
    )${tableEnd}`,
    `create index known_place_age on known_place (seen_at)`,
    `alter table session rename column token_hash to id`,
    `alter table session add column token_hash ${text}`,
    `alter table session add column former_token_hash ${text}`,
    `alter table session add column former_ends_at ${integer}`,
    `alter table session add column renewed_at ${integer} not null default 0`,
    `update session set token_hash = id, renewed_at = created_at`,
    `create unique index session_token on session (token_hash)`,
    `create index session_former_token on session (former_token_hash)`,
    `create index audit_subject on audit (action, subject, at)`,
  ],
};
