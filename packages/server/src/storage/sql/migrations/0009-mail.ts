import type { Migration } from "../migration.ts";

/** Sent mail with its outcome, and received mail. */
export const mail: Migration = {
  version: 9,
  name: "mail",
  statements: ({ text, integer, tableEnd }) => [
    `create table mail_delivery (
      id ${text} not null primary key, account_id ${text} not null references principal (id), purpose ${text} not null,
      object_id ${text}, uid ${text}, method ${text}, recipient ${text} not null, message_id ${text} not null unique,
      state ${text} not null, detail ${text}, created_at ${integer} not null, updated_at ${integer} not null
    )${tableEnd}`,
    `create index mail_delivery_object on mail_delivery (account_id, object_id)`,
    `create index mail_delivery_uid on mail_delivery (uid, recipient)`,
    `create index mail_delivery_created on mail_delivery (created_at)`,
    `create table mail_received (
      id ${text} not null primary key, at ${integer} not null, sender ${text} not null, subject ${text} not null,
      uid ${text}, method ${text}, account_id ${text}, outcome ${text} not null, detail ${text} not null
    )${tableEnd}`,
    `create index mail_received_at on mail_received (at)`,
    `create index mail_received_uid on mail_received (uid)`,
  ],
};
