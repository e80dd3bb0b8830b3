import type { Migration } from "../migration.ts";

/**
 * How regularly a large series takes place, so that a search of a week need not read all of it. It holds for the text of that entity tag
 * alone. What was stored before gets it behind the requests (`keepOlderSteadiness`).
 */
export const steadySeries: Migration = {
  version: 30,
  name: "steady-series",
  statements: ({ text, integer, tableEnd }) => [
    `create table steady_series (
      object_id ${text} not null primary key references object (id) on delete cascade, etag ${text} not null,
      from_ms ${integer} not null, until_ms ${integer} not null, pause_ms ${integer} not null
    )${tableEnd}`,
  ],
};
