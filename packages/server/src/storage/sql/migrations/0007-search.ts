import type { ColumnTypes } from "../dialects/column-types.ts";
import type { Migration } from "../migration.ts";

/**
 * The search index: grams of each object's texts, in the form that each database searches best, with the data that
 * orders the answers. Objects that are not in it yet, or can't be, are in `search_rest` and are always scanned.
 */
export const search: Migration = {
  version: 7,
  name: "search",
  statements: (types) => [
    ...(types.fullText === "fts5" ? fts5(types) : tsvector(types)),
    `create table search_rest (
      object_id ${types.text} not null primary key, calendar_id ${types.text} not null,
      is_waiting ${types.integer} not null
    )${types.tableEnd}`,
    `create index search_rest_calendar on search_rest (calendar_id)`,
    `insert into search_rest (object_id, calendar_id, is_waiting) select id, calendar_id, 1 from object`,
  ],
};

const columns = ({ text, integer }: ColumnTypes): string =>
  `object_id ${text} not null unique, calendar_id ${text} not null, start_ms ${integer} not null, end_ms ${integer} not null`;

const fts5 = (types: ColumnTypes): string[] => [
  `create table search_doc (doc integer primary key, ${columns(types)})${types.tableEnd}`,
  `create index search_doc_calendar on search_doc (calendar_id)`,
  `create virtual table search_gram using fts5(
    grams, content='', contentless_delete=1, detail=none, tokenize='ascii'
  )`,
];

const tsvector = (types: ColumnTypes): string[] => [
  `create table search_doc (${columns(types)}, grams tsvector not null)`,
  `create index search_doc_calendar on search_doc (calendar_id)`,
  `create index search_doc_grams on search_doc using gin (grams)`,
];
