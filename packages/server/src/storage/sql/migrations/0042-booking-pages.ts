import type { Migration } from "../migration.ts";

/** Booking pages, their secret links, and what guests have booked there. */
export const bookingPages: Migration = {
  version: 42,
  name: "booking-pages",
  statements: ({ text, integer, tableEnd }) => [
    `create table booking_page (
      id ${text} not null primary key, account_id ${text} not null references principal (id), slug ${text} not null,
      title ${text} not null, description ${text} not null, types ${text} not null, state ${text} not null,
      paused_until ${integer}, is_public ${integer} not null, embed_origins ${text} not null, languages ${text} not null,
      keep_days ${integer} not null, deleted_at ${integer}, created_at ${integer} not null, changed_at ${integer} not null
    )${tableEnd}`,
    `create unique index booking_page_slug on booking_page (slug)`,
    `create index booking_page_account on booking_page (account_id)`,
    `create table booking_link (
      id ${text} not null primary key, page_id ${text} not null, type_id ${text}, name ${text} not null,
      token_hash ${text} not null, narrowing ${text} not null, uses ${integer}, used ${integer} not null,
      until ${integer}, created_at ${integer} not null, used_at ${integer}
    )${tableEnd}`,
    `create unique index booking_link_token on booking_link (token_hash)`,
    `create index booking_link_page on booking_link (page_id)`,
    `create table page_booking (
      id ${text} not null primary key, page_id ${text} not null, type_id ${text} not null, hosts ${text} not null,
      time_id ${text} not null, object_id ${text}, room_id ${text}, state ${text} not null,
      starts_at ${integer} not null, ends_at ${integer} not null, before ${integer} not null, after ${integer} not null,
      expires_at ${integer}, link_id ${text}, name ${text} not null, mail ${text} not null, language ${text} not null,
      time_zone ${text} not null, answers ${text} not null, place ${text} not null, token_hash ${text} not null,
      once ${text} not null, moves ${integer} not null, reason ${text} not null, created_at ${integer} not null,
      changed_at ${integer} not null, delete_after ${integer} not null
    )${tableEnd}`,
    `create unique index page_booking_token on page_booking (token_hash)`,
    `create unique index page_booking_once on page_booking (page_id, once)`,
    `create index page_booking_time on page_booking (page_id, ends_at)`,
    `create index page_booking_shared on page_booking (time_id)`,
    `create index page_booking_object on page_booking (object_id) where object_id is not null`,
    `create index page_booking_made on page_booking (page_id, type_id, created_at)`,
    `create index page_booking_mail on page_booking (page_id, mail)`,
    `create index page_booking_expiry on page_booking (delete_after)`,
    `create table page_booking_host (
      host_id ${text} not null, booking_id ${text} not null, ends_at ${integer} not null,
      primary key (host_id, ends_at, booking_id)
    )${tableEnd}`,
    `create index page_booking_host_booking on page_booking_host (booking_id)`,
  ],
};
