/**
 * A relational interval tree (Kriegel, Pötke, Seidl, "Managing Intervals Efficiently in Object-Relational Databases",
 * VLDB 2000): every interval hangs on one node of a binary tree that exists only as arithmetic, and the node's number is
 * an ordinary indexed column. A range query then is a few B-tree seeks (one per tree level) that together visit only
 * rows of the answer, plus those in the two hours at the range's edges. Series without end cost nothing extra.
 *
 * The grid is one hour, from 1900 to 2378; times outside hang at its edges, which keeps answers right and only makes
 * such rows less selective.
 */

const HOUR = 3_600_000;
const GRID_START = Date.UTC(1900, 0, 1);
/** Levels: 2^22 hours are 478 years. */
const HEIGHT = 22;
const ROOT = 2 ** (HEIGHT - 1);
const FIRST = 1;
const LAST = 2 ** HEIGHT - 1;

function cell(instant: number): number {
  const hour = Math.floor((instant - GRID_START) / HOUR) + FIRST;
  return Math.min(Math.max(hour, FIRST), LAST);
}

/**
 * The node an interval hangs on: the highest node of the tree inside it.
 * @param start first instant, ms UTC
 * @param end last instant (inclusive), ms UTC; null = without end; before `start` counts as `start`
 */
export function intervalNode(start: number, end: number | null): number {
  const low = cell(start);
  const high = Math.max(low, end === null ? LAST : cell(end));
  if (low === high) return low;
  // The highest node inside: the common leading bits of (low - 1) and high, then a one, then zeros.
  const level = 31 - Math.clz32((low - 1) ^ high);
  return (high >> level) << level;
}

/** The nodes with possible matches for a range, and the further tests there. */
interface IntervalProbe {
  /** Nodes before the range: there, intervals that end at or after the range's start. */
  readonly before: readonly number[];
  /** Nodes after the range: there, intervals that start before the range's end. */
  readonly after: readonly number[];
  /** Nodes inside the range (inclusive ends): there, every interval, up to the fractions of hours at the edges. */
  readonly first: number;
  readonly last: number;
}

/**
 * @param from start of the range, ms UTC, inclusive; null = open
 * @param to end of the range, ms UTC, exclusive; null = open
 */
export function intervalProbe(from: number | null, to: number | null): IntervalProbe {
  const first = from === null ? FIRST : cell(from);
  const last = Math.max(first, to === null ? LAST : cell(to - 1));
  const before = new Set<number>();
  const after = new Set<number>();
  for (const target of [first, last]) {
    for (const node of pathTo(target)) {
      if (node < first) before.add(node);
      if (node > last) after.add(node);
    }
  }
  return { before: [...before], after: [...after], first, last };
}

/** The nodes from the root down to a node, without it. */
function* pathTo(target: number): Generator<number> {
  let node = ROOT;
  for (let step = ROOT / 2; node !== target; step /= 2) {
    yield node;
    node += target < node ? -step : step;
  }
}
