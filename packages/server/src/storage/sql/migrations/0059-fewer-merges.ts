import type { Migration } from "../migration.ts";

/**
 * A text that changes leaves its former grams in the index as removed ones. FTS5 merges a part of its index anew as soon as a tenth of it is
 * removed, which took five times as long as all else of putting changed texts in; at a quarter it takes a fifth of the time, and the index is
 * hardly larger.
 */
export const fewerMerges: Migration = {
  version: 59,
  name: "fewer-merges",
  statements: ({ fullText }) =>
    fullText === "fts5" ? [`insert into search_gram (search_gram, rank) values ('deletemerge', 25)`] : [],
};
