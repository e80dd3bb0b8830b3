import type { Migration } from "../migration.ts";

/** Who has accepted which version of the house rules of a bookable, so that they are asked once. */
export const rulesAcceptances: Migration = {
  version: 43,
  name: "rules-acceptances",
  statements: ({ text, integer, tableEnd }) => [
    `create table rules_acceptance (
      account_id ${text} not null, party_id ${text} not null, version ${integer} not null,
      accepted_by ${text} not null, accepted_at ${integer} not null,
      primary key (party_id, account_id, version)
    )${tableEnd}`,
    `create index rules_acceptance_account on rules_acceptance (account_id)`,
  ],
};
