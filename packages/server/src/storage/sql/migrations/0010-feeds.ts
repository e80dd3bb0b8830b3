import type { Migration } from "../migration.ts";

/** Calendars on other servers, their subscriptions, and the links to our calendars. */
export const feeds: Migration = {
  version: 10,
  name: "feeds",
  statements: ({ text, integer, tableEnd }) => [
    `alter table calendar add column is_read_only ${integer} not null default 0`,
    `create table feed (
      id ${text} not null primary key, url ${text} not null unique, state ${text} not null, etag ${text},
      last_modified ${text}, content_hash ${text}, fetched_at ${integer}, tried_at ${integer},
      next_at ${integer} not null, failures ${integer} not null, error ${text}
    )${tableEnd}`,
    `create index feed_next on feed (next_at)`,
    `create table subscription (
      calendar_id ${text} not null primary key references calendar (id) on delete cascade,
      account_id ${text} not null references principal (id), feed_id ${text} not null references feed (id),
      refresh_minutes ${integer} not null, created_by ${text} not null, created_at ${integer} not null,
      applied_hash ${text}, skipped ${integer} not null
    )${tableEnd}`,
    `create index subscription_feed on subscription (feed_id)`,
    `create index subscription_account on subscription (account_id)`,
    `create table public_link (
      id ${text} not null primary key,
      calendar_id ${text} not null references calendar (id) on delete cascade,
      label ${text} not null, token_hash ${text} not null unique, detail ${text} not null,
      may_embed ${integer} not null, created_by ${text} not null, created_at ${integer} not null,
      expires_at ${integer}, revoked_at ${integer}
    )${tableEnd}`,
    `create index public_link_calendar on public_link (calendar_id)`,
  ],
};
