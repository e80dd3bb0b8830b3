import type { Migration } from "../migration.ts";

/**
 * Scheduling messages by mail whose sender nobody proved, until the person whom they are for has decided; and the Message-ID of a received
 * message, in whose thread it is answered.
 */
export const heldMail: Migration = {
  version: 21,
  name: "held-mail",
  statements: ({ text, integer, tableEnd }) => [
    `create table mail_held (
      id ${text} not null, account_id ${text} not null references principal (id), object_id ${text},
      sender ${text} not null, received_at ${integer} not null, icalendar ${text} not null,
      primary key (account_id, id)
    )${tableEnd}`,
    `alter table mail_received add column message_id ${text}`,
  ],
};
