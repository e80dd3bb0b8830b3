import type { Migration } from "../migration.ts";

/**
 * A person's login can be changed, and the former ones stay theirs, as devices have them in addresses. Whose a login is stands in a table of
 * its own, whose key keeps two from having the same one, be it present or former.
 */
export const formerLogins: Migration = {
  version: 58,
  name: "former-logins",
  statements: ({ text, tableEnd }) => [
    `alter table principal add column former_logins ${text} not null default '[]'`,
    `create table owned_login (
      login ${text} not null primary key, principal_id ${text} not null references principal (id)
    )${tableEnd}`,
    `create index owned_login_principal on owned_login (principal_id)`,
    `insert into owned_login (login, principal_id) select login, id from principal`,
  ],
};
