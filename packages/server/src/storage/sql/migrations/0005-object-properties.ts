import type { Migration } from "./migration.ts";

/** Properties that clients keep beside objects (RFC 4918 §4.2): a table of its own, as hardly any object has one. They go with it. */
export const objectProperties: Migration = {
  version: 5,
  name: "object-properties",
  statements: ({ text, tableEnd }) => [
    `create table object_property (
      object_id ${text} not null primary key references object (id) on delete cascade, properties ${text} not null
    )${tableEnd}`,
  ],
};
