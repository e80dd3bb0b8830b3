import type { Migration } from "../migration.ts";

/** Periods that are given out by lot, and what each party wishes for in them. */
export const draws: Migration = {
  version: 39,
  name: "draws",
  statements: ({ text, integer, tableEnd }) => [
    `create table draw (
      id ${text} not null primary key, account_id ${text} not null references principal (id), state ${text} not null,
      period_from ${text} not null, period_to ${text} not null, opens_at ${integer} not null, closes_at ${integer} not null,
      seed ${text} not null, commitment ${text} not null, file ${text}, digest ${text}, drawn_at ${integer},
      created_at ${integer} not null
    )${tableEnd}`,
    `create index draw_account on draw (account_id, closes_at)`,
    `create table draw_entry (
      draw_id ${text} not null references draw (id), party_id ${text} not null, state ${text} not null,
      asked_by ${text} not null, accepted_rules ${integer}, wishes ${text} not null, number ${integer}, got ${integer},
      changed_at ${integer} not null, primary key (draw_id, party_id)
    )${tableEnd}`,
    `create index draw_entry_party on draw_entry (party_id)`,
  ],
};
