import type { Migration } from "../migration.ts";

/** Who people are at OpenID providers, each of them once, and which session of a provider one of ours began with. */
export const identities: Migration = {
  version: 47,
  name: "identities",
  statements: ({ text }) => [
    `create unique index credential_identity on credential (secret_hash) where kind = 'oidc'`,
    `alter table session add column provider_id ${text}`,
    `alter table session add column provider_session ${text}`,
    `alter table session add column id_token ${text}`,
    `create index session_provider_session on session (provider_session) where provider_session is not null`,
  ],
};
