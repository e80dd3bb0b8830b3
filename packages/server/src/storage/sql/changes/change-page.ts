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
  /** Of the modseq after `upTo`, things with keys up to this are included as well; absent: none. */
  readonly within?: string;
}

/** What a client knows: everything up to `since`, and of the modseq after it things with keys up to `within`. */
export interface Place {
  readonly since: Modseq;
  readonly within: string;
}

/** The same changes in order of one key within a modseq, to divide what one transaction made. */
interface Divided<C extends Change> {
  /** The first `limit` changes of this modseq after the place. */
  readonly first: (modseq: Modseq, limit: number) => Promise<C[]>;
  readonly keyOf: (change: C) => string;
}

/**
 * The first `limit` changes after `since`. They end where a transaction ends, if the page has more than one; a
 * transaction that alone has more is divided by keys.
 * @param floor the page reaches at least this modseq, and may be larger then: a client can't continue below it
 */
export async function changePage<C extends Change>(
  source: ChangeSource<C>,
  { first, keyOf }: Divided<C>,
  since: Modseq,
  limit: number,
  floor: Modseq,
): Promise<ChangePage<C>> {
  const wanted = Math.max(1, limit);
  const found = await source(since, null, wanted + 1);
  const [last, next] = [found[wanted - 1], found[wanted]];
  if (!last || !next) return { changes: found, upTo: null };
  if (last.modseq !== next.modseq && last.modseq >= floor)
    return { changes: found.slice(0, wanted), upTo: last.modseq };
  if (last.modseq <= floor) {
    const isLast = (await source(floor, null, 1)).length === 0;
    return { changes: await source(since, floor, null), upTo: isLast ? null : floor };
  }
  const whole = found.filter(({ modseq }) => modseq < last.modseq);
  if (whole.length > 0) return { changes: whole, upTo: last.modseq - 1 };
  const part = await first(last.modseq, wanted);
  const end = part.at(-1);
  return { changes: part, upTo: last.modseq - 1, ...(end && { within: keyOf(end) }) };
}

/** The first `limit` of several lists in modseq order. */
export function merged<C extends Change>(lists: readonly (readonly C[])[], limit: number | null): C[] {
  const filled = lists.filter((list) => list.length > 0);
  // Each is in order already, and mostly all but one are empty.
  const all = filled.length === 1 ? (filled[0] ?? []) : filled.flat().toSorted((a, b) => a.modseq - b.modseq);
  return all.slice(0, limit ?? all.length);
}
