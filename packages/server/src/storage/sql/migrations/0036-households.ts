import type { Migration } from "../migration.ts";

/**
 * Which groups are households, and what they book with at doors. Before, any group could be booked for: those that were, and that manage
 * nothing themselves, are households from now on, under the names that they have.
 */
export const households: Migration = {
  version: 36,
  name: "households",
  statements: ({ text, integer, tableEnd }) => [
    `create table household (
      account_id ${text} not null primary key references principal (id), label ${text} not null,
      label_key ${text} not null unique, pin_hash ${text}, pin_set_at ${integer}, is_own_pin ${integer} not null,
      letter_hash ${text} unique, letter_at ${integer}, letter_expires_at ${integer}, created_at ${integer} not null
    )${tableEnd}`,
    `create table household_tag (
      number ${text} not null primary key, household_id ${text} not null references household (account_id),
      is_blocked ${integer} not null, created_at ${integer} not null, used_at ${integer}
    )${tableEnd}`,
    `create index household_tag_household on household_tag (household_id)`,
    `insert into household (account_id, label, label_key, is_own_pin, created_at)
      select id, display_name, id, 0, created_at from principal
      where kind = 'group' and status = 'active' and id in (select party_id from booking)
        and id not in (select managers_id from bookable)`,
  ],
};
