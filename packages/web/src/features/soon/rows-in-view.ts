/** The rows that are drawn: those from `from` to before `to`, and single ones outside that must stay. */
export interface RowsInView {
  /** of the first and after the last row near what is seen */
  readonly from: number;
  readonly to: number;
}

/** A piece of the list: one row, or the room of rows that are not drawn. */
export type Piece =
  | { readonly kind: "row"; readonly index: number }
  | { readonly kind: "room"; readonly from: number; readonly height: number };

/** Where each row begins, and at the end the height of all. */
export function topsOf(heights: readonly number[]): readonly number[] {
  const tops = [0];
  let top = 0;
  for (const height of heights) tops.push((top += height));
  return tops;
}

/** The rows between two heights, and those that either cuts. */
export function rowsBetween(tops: readonly number[], from: number, to: number): RowsInView {
  const count = tops.length - 1;
  const first = Math.max(0, lastAtOrBefore(tops, from));
  const end = Math.min(count, lastAtOrBefore(tops, Math.max(from, to)) + 1);
  return { from: Math.min(first, count), to: Math.max(end, Math.min(first, count)) };
}

function lastAtOrBefore(tops: readonly number[], height: number): number {
  let [low, high] = [0, tops.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= height) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The pieces of the list, in order: what is in view, what is pinned, and the room of all others. */
export function piecesOf(
  tops: readonly number[],
  { from, to }: RowsInView,
  pinned: readonly number[],
): readonly Piece[] {
  const count = tops.length - 1;
  const outside = pinned.filter((index) => index >= 0 && index < count && (index < from || index >= to));
  const inView = Array.from({ length: to - from }, (_, at) => from + at);
  const drawn = [...new Set([...outside, ...inView])].toSorted((a, b) => a - b);
  const pieces: Piece[] = [];
  let next = 0;
  const addRoom = (before: number): void => {
    const height = (tops[before] ?? 0) - (tops[next] ?? 0);
    if (before > next) pieces.push({ kind: "room", from: next, height });
  };
  for (const index of drawn) {
    addRoom(index);
    pieces.push({ kind: "row", index });
    next = index + 1;
  }
  addRoom(count);
  return pieces;
}
