import type { Migration } from "../migration.ts";

/** Date polls, and who is asked or has voted. */
export const polls: Migration = {
  version: 44,
  name: "polls",
  statements: ({ text, integer, tableEnd }) => [
    `create table poll (
      id ${text} not null primary key, account_id ${text} not null references principal (id), title ${text} not null,
      description ${text} not null, place ${text} not null, is_all_day ${integer} not null, length ${integer} not null,
      time_zone ${text} not null, options ${text} not null, closes_at ${integer}, visibility ${text} not null,
      names ${text} not null, allows_if_needed ${integer} not null, allows_suggestions ${integer} not null,
      holds_options ${integer} not null, holds ${text} not null, room_id ${text}, claim_id ${text} not null,
      state ${text} not null, chosen_id ${text}, object_id ${text}, token_hash ${text} not null,
      created_at ${integer} not null, changed_at ${integer} not null, delete_after ${integer} not null
    )${tableEnd}`,
    `create unique index poll_token on poll (token_hash)`,
    `create index poll_account on poll (account_id)`,
    `create index poll_expiry on poll (delete_after)`,
    `create table poll_voter (
      id ${text} not null primary key, poll_id ${text} not null, principal_id ${text}, name ${text} not null,
      mail ${text} not null, language ${text} not null, time_zone ${text} not null, is_required ${integer} not null,
      is_invited ${integer} not null, answers ${text} not null, note ${text} not null, wants_reminders ${integer} not null,
      token_hash ${text} not null, once ${text} not null, answered_at ${integer}, created_at ${integer} not null,
      changed_at ${integer} not null
    )${tableEnd}`,
    `create unique index poll_voter_token on poll_voter (token_hash)`,
    `create unique index poll_voter_once on poll_voter (poll_id, once)`,
    `create unique index poll_voter_principal on poll_voter (principal_id, poll_id) where principal_id is not null`,
  ],
};
