import type { Migration } from "../migration.ts";

/** Tokens by which directories keep accounts and groups, and what they keep (SCIM). */
export const provisioning: Migration = {
  version: 49,
  name: "provisioning",
  statements: ({ text, integer, tableEnd }) => [
    `create table provisioning_token (
      id ${text} not null primary key, label ${text} not null, provider_id ${text},
      secret_hash ${text} not null unique, created_at ${integer} not null, last_used_at ${integer}
    )${tableEnd}`,
    `create table provisioned (
      principal_id ${text} not null primary key, kind ${text} not null, scope ${text} not null,
      name_key ${text} not null, external_id ${text}, is_active ${integer} not null,
      is_hidden ${integer} not null, attributes ${text} not null,
      created_at ${integer} not null, changed_at ${integer} not null,
      unique (scope, kind, name_key)
    )${tableEnd}`,
    `create index provisioned_external on provisioned (scope, kind, external_id) where external_id is not null`,
    `create index provisioned_order on provisioned (scope, kind, is_hidden, principal_id)`,
  ],
};
