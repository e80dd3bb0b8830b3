import type { Migration } from "../migration.ts";

/**
 * Dead properties of objects (RFC 4918 §4.2): a table of its own, as hardly any object has one. They are removed with
 * it.
 */
export const objectProperties: Migration = {
  version: 5,
  name: "object-properties",
  statements: ({ text, tableEnd }) => [
    `create table object_property (
      object_id ${text} not null primary key references object (id) on delete cascade, properties ${text} not null
    )${tableEnd}`,
  ],
};
