import type { Migration } from "../migration.ts";

/**
 * Who began or ceased to see a calendar, and when, for `/changes`; and people's notifications (RFC 9670 §3, JMAP
 * Calendars "Calendar Event Notifications"). A dismissed one stays without its text.
 */
export const sharing: Migration = {
  version: 6,
  name: "sharing",
  statements: ({ text, integer, tableEnd }) => [
    `create table share_change (
      account_id ${text} not null references principal (id), principal_id ${text} not null,
      modseq ${integer} not null, calendar_id ${text} not null,
      primary key (account_id, principal_id, modseq, calendar_id)
    )${tableEnd}`,
    `create table notification (
      id ${text} not null primary key, type ${text} not null, account_id ${text} not null references principal (id),
      recipient_id ${text} not null references principal (id), about_id ${text} not null, modseq ${integer} not null,
      removed_modseq ${integer}, created_at ${integer} not null, payload ${text} not null
    )${tableEnd}`,
    `create index notification_recipient on notification (account_id, recipient_id, type, modseq)`,
    `create index notification_removed on notification (account_id, recipient_id, type, removed_modseq)`,
  ],
};
