import type { Modseq } from "../../records/ids.ts";

/** A change, at the modseq under which clients see it. */
export interface Change {
  readonly modseq: Modseq;
}

/**
 * Reads changes with modseq in (`after`, `upTo`], in modseq order; in any order within one modseq, so that an index
 * can give the first few without sorting the rest.
 * @param upTo null: up to the newest
 * @param limit the most changes; null: all
 */
export type ChangeSource<C extends Change> = (
  after: Modseq,
  upTo: Modseq | null,
  limit: number | null,
) => Promise<C[]>;

interface ChangePage<C extends Change> {
  readonly changes: readonly C[];
  /** Everything up to here is included; null: everything that exists. */
  readonly upTo: Modseq | null;
}

/**
 * About the first `limit` changes after `since`, ending where one modseq ends: a transaction is never divided, so the
 * end of a page is a valid client state. There are more than `limit` only if one transaction made more.
 * @param floor the page reaches at least this modseq: a client can't continue from a state below it
 */
export async function changePage<C extends Change>(
  source: ChangeSource<C>,
  since: Modseq,
  limit: number,
  floor: Modseq,
): Promise<ChangePage<C>> {
  const wanted = Math.max(1, limit);
  const found = await source(since, null, wanted + 1);
  const last = found[wanted - 1];
  if (found.length <= wanted || last === undefined) return { changes: found, upTo: null };
  const upTo = Math.max(last.modseq, floor);
  const isWhole = upTo === last.modseq && found[wanted]?.modseq !== upTo;
  const changes = isWhole
    ? found.slice(0, wanted)
    : [...found.filter((c) => c.modseq < last.modseq), ...(await source(last.modseq - 1, upTo, null))];
  const isLast = !isWhole && (await source(upTo, null, 1)).length === 0;
  return { changes, upTo: isLast ? null : upTo };
}

/** The first `limit` of several lists in modseq order. */
export function merged<C extends Change>(lists: readonly (readonly C[])[], limit: number | null): C[] {
  const filled = lists.filter((list) => list.length > 0);
  // Each is in order already, and mostly all but one are empty.
  const all = filled.length === 1 ? (filled[0] ?? []) : filled.flat().toSorted((a, b) => a.modseq - b.modseq);
  return all.slice(0, limit ?? all.length);
}
