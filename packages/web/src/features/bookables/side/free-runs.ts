import { shownState, timeOf, type SeenSlot, type Time } from "../model.ts";

/** A free time, with the slot that it begins with. */
export interface FreeRun extends Time {
  readonly slot: SeenSlot;
}

/**
 * The free times from `now` on, the earliest first: each pass for itself; where times are free, as far as what is free goes on without a
 * break, since nobody looks for half hours.
 */
export function freeRuns(slots: readonly SeenSlot[], isWhole: boolean, now: number): readonly FreeRun[] {
  const runs: FreeRun[] = [];
  for (const slot of slots) {
    if (shownState(slot) !== "free") continue;
    const time = timeOf(slot);
    if (time.end <= now) continue;
    const last = runs.at(-1);
    if (!isWhole && last && time.start <= last.end && time.start > last.start)
      runs[runs.length - 1] = { ...last, end: time.end };
    else runs.push({ ...time, slot });
  }
  return runs;
}
