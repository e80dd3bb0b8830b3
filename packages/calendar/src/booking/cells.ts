import type { Instant } from "../time/instant.ts";

/** Cells from `first` to `last`, both inclusive: their numbers counted from 1970-01-01T00:00Z. */
export interface CellRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The cells that a time claims: outward to the grid, so that a time that begins or ends within a cell claims all of it.
 * `width` is in milliseconds; `end` is exclusive and later than `start`.
 */
export const cellsOf = (start: Instant, end: Instant, width: number): CellRange => ({
  first: Math.floor(start / width),
  last: Math.ceil(end / width) - 1,
});

/** How many cells those are. */
export const cellCount = ({ first, last }: CellRange): number => last - first + 1;

/** The start of the cell that holds a moment. */
export const cellStart = (instant: Instant, width: number): Instant => Math.floor(instant / width) * width;

/** The time that the cells of a time cover; `end` is exclusive. */
export function claimedTime(
  start: Instant,
  end: Instant,
  width: number,
): { readonly start: Instant; readonly end: Instant } {
  const { first, last } = cellsOf(start, end, width);
  return { start: first * width, end: (last + 1) * width };
}
