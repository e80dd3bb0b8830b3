import { shownState, type Cell } from "../model.ts";

/** Where a field stands in the block that it belongs to: fields of a lane that say the same are drawn as one. */
export interface InBlock {
  /** the block begins here, and says what it is */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** fields of the block */
  readonly count: number;
}

/** What makes fields one block; undefined: it stands alone, as each start that can be chosen does. */
function keyOf({ slot }: Cell): string | undefined {
  const state = shownState(slot);
  if (state === "free" || state === "offered" || slot.wait) return undefined;
  return slot.bookingId ?? `${state} ${slot.who ?? ""}`;
}

/** The blocks of a lane, for each of its fields; undefined where there is none. */
export function blocksOf(lane: readonly (Cell | undefined)[]): readonly (InBlock | undefined)[] {
  const keys = lane.map((cell) => cell && keyOf(cell));
  const isJoined = (at: number): boolean => keys[at] !== undefined && keys[at] === keys[at - 1];
  return lane.map((cell, at) => {
    if (!cell) return undefined;
    let [first, last] = [at, at];
    while (isJoined(first)) first--;
    while (isJoined(last + 1)) last++;
    return { isFirst: first === at, isLast: last === at, count: last - first + 1 };
  });
}

/** How far the clock is through a lane: the field in which it is, and the share of it that is over; undefined: it is in none. */
export function placeOf(
  rows: readonly { readonly from: number }[],
  timeOfDay: number,
): { readonly row: number; readonly share: number } | undefined {
  const row = rows.findLastIndex(({ from }) => from <= timeOfDay);
  const [at, next] = [rows[row]?.from, rows[row + 1]?.from];
  const before = rows[row - 1]?.from;
  if (at === undefined) return undefined;
  const length = next !== undefined ? next - at : before !== undefined ? at - before : 0;
  const share = length > 0 ? (timeOfDay - at) / length : 1;
  return share < 1 ? { row, share } : undefined;
}
