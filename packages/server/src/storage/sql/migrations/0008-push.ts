import type { Migration } from "../migration.ts";

/** The push addresses of people's devices (RFC 8620 §7.2). */
export const push: Migration = {
  version: 8,
  name: "push",
  statements: ({ text, integer, tableEnd }) => [
    `create table push_subscription (
      id ${text} not null primary key, principal_id ${text} not null references principal (id),
      device_client_id ${text} not null, url ${text} not null, keys ${text}, verification_code ${text} not null,
      is_verified ${integer} not null, expires_at ${integer} not null, types ${text}, created_at ${integer} not null,
      signed_in_by ${text} not null
    )${tableEnd}`,
    `create index push_subscription_principal on push_subscription (principal_id)`,
  ],
};
