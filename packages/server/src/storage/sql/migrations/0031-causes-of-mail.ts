import type { Migration } from "../migration.ts";

/** Who causes a mail, which need not be the owner of the account that it is of: mails to others are counted by person. */
export const causesOfMail: Migration = {
  version: 31,
  name: "causes-of-mail",
  statements: ({ text }) => [
    `alter table mail_delivery add column caused_by ${text} not null default ''`,
    `update mail_delivery set caused_by = account_id`,
    `create index mail_delivery_cause on mail_delivery (caused_by, created_at)`,
  ],
};
