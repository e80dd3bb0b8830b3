import type { Migration } from "../migration.ts";

/**
 * Every address that a booking page has or had: links that were given out go on, and no two pages ever share one. One whose page is gone
 * with its account has the moment since when.
 */
export const pageAddresses: Migration = {
  version: 50,
  name: "page-addresses",
  statements: ({ text, integer, tableEnd }) => [
    `create table booking_page_address (
      slug ${text} not null primary key, page_id ${text} not null, gone_at ${integer}
    )${tableEnd}`,
    `insert into booking_page_address (slug, page_id) select slug, id from booking_page`,
    `create index booking_page_address_page on booking_page_address (page_id)`,
    `create index booking_page_address_gone on booking_page_address (gone_at) where gone_at is not null`,
  ],
};
