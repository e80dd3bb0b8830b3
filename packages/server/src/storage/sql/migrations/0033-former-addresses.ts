import type { Migration } from "../migration.ts";

/**
 * A person's e-mail address can be changed, and the former ones stay theirs. Whose an address is stands in a table of its own, whose key
 * keeps two people from having the same one, be it present or former. A link may be for proving a new address.
 */
export const formerAddresses: Migration = {
  version: 33,
  name: "former-addresses",
  statements: ({ text, tableEnd }) => [
    `alter table principal add column former_emails ${text} not null default '[]'`,
    `alter table account_link add column email ${text}`,
    `create table owned_address (
      email ${text} not null primary key, principal_id ${text} not null references principal (id)
    )${tableEnd}`,
    `create index owned_address_principal on owned_address (principal_id)`,
    `insert into owned_address (email, principal_id)
      select email, id from principal where kind = 'person' and email is not null`,
  ],
};
