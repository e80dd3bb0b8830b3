import type { Migration } from "../migration.ts";

/**
 * The search index knows phrases and words of one and two letters. Objects indexed before are indexed again, and
 * until then found like waiting ones.
 */
export const shortWords: Migration = {
  version: 16,
  name: "short words",
  statements: () => [
    `update search_rest set is_waiting = 1`,
    `insert into search_rest (object_id, calendar_id, is_waiting)
      select id, calendar_id, 1 from object
      where not exists (select 1 from search_rest where search_rest.object_id = object.id)`,
  ],
};
