import { DAY, type Instant } from "./instant.ts";
import { asLocal, type Local } from "./local.ts";

/** The last index whose entry is <= value, given that `table[0]` is -Infinity; tries the last answer first. */
function lastAtOrBefore(table: Float64Array, value: number, hint: number): number {
  if (value >= (table[hint] as number) && (hint + 1 === table.length || value < (table[hint + 1] as number)))
    return hint;
  let low = 0;
  let high = table.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((table[middle] as number) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The readings that the clocks skip at a change: from a time of day on, in milliseconds. */
interface Gap {
  readonly from: number;
  readonly length: number;
}

/** Every different gap once. Where changes follow each other closely, a whole day counts as skipped. */
function gapsOf(starts: Float64Array, offsets: Float64Array): readonly Gap[] {
  const gaps = new Map<string, Gap>();
  for (let index = 1; index < starts.length; index++) {
    const at = starts[index] as number;
    const before = offsets[index - 1] as number;
    const isClose = at - (starts[index - 1] as number) < 2 * DAY;
    const length = isClose ? DAY : (offsets[index] as number) - before;
    if (length <= 0) continue;
    const from = (((at + before) % DAY) + DAY) % DAY;
    gaps.set(`${from} ${length}`, { from, length });
  }
  return [...gaps.values()];
}

/** One change of a zone's offset from UTC. */
export interface Transition {
  readonly at: Instant;
  /** the offset from then on: ms east of UTC */
  readonly offset: number;
}

/** A time zone given by the instants at which its offset changes. */
export class TransitionZone {
  readonly id: string;
  readonly #offsets: Float64Array;
  readonly #starts: Float64Array;
  readonly #localStarts: Float64Array;
  #gaps: readonly Gap[] | undefined;
  #instantHint = 0;
  #localHint = 0;

  /** `transitions` ascending by instant; before the first, `initialOffset` (ms) holds; after the last, its offset. */
  constructor(id: string, initialOffset: number, transitions: readonly Transition[]) {
    const size = transitions.length + 1;
    this.id = id;
    this.#offsets = new Float64Array(size).fill(initialOffset);
    this.#starts = new Float64Array(size).fill(-Infinity);
    this.#localStarts = new Float64Array(size).fill(-Infinity);
    transitions.forEach(({ at, offset }, index) => {
      const before = this.#offsets[index] as number;
      this.#offsets[index + 1] = offset;
      this.#starts[index + 1] = at;
      // A skipped reading uses the offset before the change, and a repeated one means the first (RFC 5545 §3.3.5): in
      // both cases the new offset applies from the later of the two readings.
      const localStart = at + Math.max(before, offset);
      this.#localStarts[index + 1] = Math.max(localStart, this.#localStarts[index] as number);
    });
  }

  toInstant(local: Local): Instant {
    this.#localHint = lastAtOrBefore(this.#localStarts, local, this.#localHint);
    return local - (this.#offsets[this.#localHint] as number);
  }

  toLocal(instant: Instant): Local {
    return asLocal(instant + this.offsetAt(instant));
  }

  offsetAt(instant: Instant): number {
    this.#instantHint = lastAtOrBefore(this.#starts, instant, this.#instantHint);
    return this.#offsets[this.#instantHint] as number;
  }

  skips(local: Local): boolean {
    const index = lastAtOrBefore(this.#localStarts, local, this.#localHint);
    this.#localHint = index;
    const instant = local - (this.#offsets[index] as number);
    const isOver = index + 1 < this.#starts.length && instant >= (this.#starts[index + 1] as number);
    // Where changes follow each other within hours, a reading can also come before its offset begins.
    return (
      (isOver || instant < (this.#starts[index] as number)) && this.offsetAt(instant) !== local - instant
    );
  }

  skipsTimeOfDay(time: number): boolean {
    this.#gaps ??= gapsOf(this.#starts, this.#offsets);
    return this.#gaps.some(({ from, length }) => (time - from + DAY) % DAY < length);
  }

  /** The changes before `to`, starting with the one in force at `from`, each with the offset before it. */
  transitionsWithin(from: Instant, to: Instant): (Transition & { readonly before: number })[] {
    const first = Math.max(1, lastAtOrBefore(this.#starts, from, 0));
    const found: (Transition & { readonly before: number })[] = [];
    for (let index = first; index < this.#starts.length && (this.#starts[index] as number) < to; index++) {
      found.push({
        at: this.#starts[index] as number,
        offset: this.#offsets[index] as number,
        before: this.#offsets[index - 1] as number,
      });
    }
    return found;
  }
}
