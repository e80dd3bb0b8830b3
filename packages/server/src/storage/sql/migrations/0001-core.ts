import type { ColumnTypes } from "../dialects/column-types.ts";
import type { Migration } from "../migration.ts";

/** People and their credentials. */
function principalTables({ text, integer, tableEnd }: ColumnTypes): string[] {
  return [
    `create table principal (
      id ${text} not null primary key, kind ${text} not null, login ${text} not null, display_name ${text} not null,
      email ${text}, status ${text} not null, is_admin ${integer} not null, preferences ${text} not null,
      created_at ${integer} not null, modseq ${integer} not null default 0, forgotten_modseq ${integer} not null default 0
    )${tableEnd}`,
    `create unique index principal_login on principal (login)`,
    `create unique index principal_person_email on principal (email) where kind = 'person'`,
    `create index principal_email on principal (email)`,
    `create table group_member (
      group_id ${text} not null references principal (id), member_id ${text} not null references principal (id),
      primary key (group_id, member_id)
    )${tableEnd}`,
    `create index group_member_member on group_member (member_id, group_id)`,
    `create table credential (
      id ${text} not null primary key, principal_id ${text} not null references principal (id), kind ${text} not null,
      label ${text} not null, secret_hash ${text} not null, created_at ${integer} not null,
      last_used_at ${integer}, last_used_by ${text}
    )${tableEnd}`,
    `create index credential_principal on credential (principal_id, kind)`,
    `create table session (
      token_hash ${text} not null primary key, principal_id ${text} not null references principal (id),
      created_at ${integer} not null, expires_at ${integer} not null, user_agent ${text}
    )${tableEnd}`,
    `create index session_principal on session (principal_id)`,
    `create index session_expiry on session (expires_at)`,
  ];
}

function calendarTables({ text, integer, tableEnd }: ColumnTypes): string[] {
  return [
    `create table calendar (
      id ${text} not null primary key, account_id ${text} not null references principal (id), uri ${text} not null,
      name ${text} not null, description ${text} not null, color ${text}, sort_order ${integer} not null,
      time_zone ${text}, time_zone_text ${text}, components ${text} not null, dead_properties ${text} not null,
      created_modseq ${integer} not null, modseq ${integer} not null, content_modseq ${integer} not null
    )${tableEnd}`,
    `create unique index calendar_uri on calendar (account_id, uri)`,
    `create index calendar_created on calendar (account_id, created_modseq)`,
    `create index calendar_modseq on calendar (account_id, modseq)`,
    `create table calendar_view (
      calendar_id ${text} not null references calendar (id) on delete cascade, principal_id ${text} not null,
      view ${text} not null, primary key (calendar_id, principal_id)
    )${tableEnd}`,
    `create table share (
      calendar_id ${text} not null references calendar (id) on delete cascade,
      principal_id ${text} not null references principal (id), level ${text} not null,
      primary key (calendar_id, principal_id)
    )${tableEnd}`,
    `create index share_principal on share (principal_id)`,
  ];
}

/** The text is the last column, so that reading the others touches no overflow page. */
function objectTables({ text, integer, tableEnd }: ColumnTypes): string[] {
  return [
    `create table object (
      id ${text} not null primary key, account_id ${text} not null,
      calendar_id ${text} not null references calendar (id), uri ${text} not null, uid ${text} not null,
      component ${text} not null, etag ${text} not null, schedule_tag ${text}, size ${integer} not null,
      start_ms ${integer} not null, end_ms ${integer} not null, interval_node ${integer} not null,
      is_recurring ${integer} not null, summary ${text} not null, created_modseq ${integer} not null,
      modseq ${integer} not null, created_at ${integer} not null, updated_at ${integer} not null,
      icalendar ${text} not null
    )${tableEnd}`,
    `create unique index object_uri on object (calendar_id, uri)`,
    `create unique index object_uid on object (calendar_id, uid)`,
    `create index object_account_uid on object (account_id, uid)`,
    `create index object_order on object (calendar_id, id)`,
    `create index object_created on object (account_id, created_modseq)`,
    `create index object_modseq on object (account_id, modseq)`,
    `create index object_calendar_modseq on object (calendar_id, modseq)`,
    `create index object_interval_end on object (calendar_id, interval_node, end_ms)`,
    `create index object_interval_start on object (calendar_id, interval_node, start_ms)`,
    `create table version (
      object_id ${text} not null, modseq ${integer} not null, account_id ${text} not null, calendar_id ${text} not null,
      uri ${text} not null, uid ${text} not null, component ${text} not null, summary ${text} not null,
      replaced_at ${integer} not null, replaced_by ${text} not null, was_removed ${integer} not null,
      icalendar ${text} not null, primary key (object_id, modseq)
    )${tableEnd}`,
    `create index version_trash on version (account_id, was_removed, replaced_at)`,
    `create index version_age on version (replaced_at)`,
  ];
}

function changeTables({ text, integer, tableEnd }: ColumnTypes): string[] {
  return [
    `create table tombstone (
      account_id ${text} not null, modseq ${integer} not null, type ${text} not null, object_id ${text} not null,
      calendar_id ${text} not null, uri ${text} not null, uid ${text} not null, created_modseq ${integer} not null,
      is_moved ${integer} not null, primary key (account_id, type, modseq, object_id, calendar_id, uri)
    )${tableEnd}`,
    `create index tombstone_calendar on tombstone (calendar_id, type, modseq)`,
    `create table change (
      account_id ${text} not null, modseq ${integer} not null, type ${text} not null, object_id ${text} not null,
      calendar_id ${text}, change ${text} not null, at ${integer} not null, actor_id ${text} not null,
      primary key (account_id, object_id, modseq, type)
    )${tableEnd}`,
    `create index change_type on change (account_id, type, modseq)`,
  ];
}

function serverTables({ text, integer, bytes, tableEnd }: ColumnTypes): string[] {
  return [
    `create table outbox (
      id ${text} not null primary key, account_id ${text} not null, kind ${text} not null, dedupe_key ${text} not null,
      payload ${text} not null, created_at ${integer} not null, available_at ${integer} not null,
      attempts ${integer} not null, last_error ${text}, is_finished ${integer} not null default 0
    )${tableEnd}`,
    `create unique index outbox_dedupe on outbox (dedupe_key)`,
    `create index outbox_due on outbox (is_finished, available_at)`,
    `create table job (
      id ${text} not null primary key, kind ${text} not null, payload ${text} not null, state ${text} not null,
      run_at ${integer} not null, attempts ${integer} not null, last_error ${text}, progress ${text} not null,
      is_finished ${integer} not null
    )${tableEnd}`,
    `create index job_due on job (is_finished, run_at)`,
    `create table blob (
      account_id ${text} not null, id ${text} not null, type ${text} not null, size ${integer} not null,
      created_at ${integer} not null, expires_at ${integer} not null, content ${bytes} not null,
      primary key (account_id, id)
    )${tableEnd}`,
    `create index blob_expiry on blob (expires_at)`,
    `create table setting (key ${text} not null primary key, value ${text} not null)${tableEnd}`,
    `create table audit (
      id ${text} not null primary key, at ${integer} not null, actor_id ${text}, action ${text} not null,
      subject ${text} not null, detail ${text} not null
    )${tableEnd}`,
    `create index audit_time on audit (at)`,
  ];
}

export const core: Migration = {
  version: 1,
  name: "core",
  statements: (types) => [
    ...principalTables(types),
    ...calendarTables(types),
    ...objectTables(types),
    ...changeTables(types),
    ...serverTables(types),
  ],
};
