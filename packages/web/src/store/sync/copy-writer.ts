import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import type { EventBase } from "./event-base.ts";
import type { CopyFrame, LocalCopy } from "../copy/local-copy.ts";

/** Writes changes in memory to disk: soon, one write after the other, states and events together. */
export class CopyWriter {
  readonly #copy: LocalCopy;
  readonly #base: EventBase;
  readonly #frame: () => CopyFrame | null;
  #isWanted = false;
  #isWriting = false;
  #isWhole = false;
  #isEnded = false;
  #written: readonly unknown[] = [];

  constructor(copy: LocalCopy, base: EventBase, frame: () => CopyFrame | null) {
    this.#copy = copy;
    this.#base = base;
    this.#frame = frame;
  }

  /** Writes everything with the next write, because someone else wrote before. */
  rewrite(): void {
    this.#isWhole = true;
    this.touch();
  }

  /** Something may have changed. */
  touch(): void {
    this.#isWanted = true;
    if (!this.#isWriting) void this.#run();
  }

  end(): void {
    this.#isEnded = true;
  }

  async #run(): Promise<void> {
    this.#isWriting = true;
    // Changes of one turn are written together.
    await Promise.resolve();
    while (this.#isWanted && !this.#isEnded) {
      this.#isWanted = false;
      await this.#write();
    }
    this.#isWriting = false;
  }

  async #write(): Promise<void> {
    const frame = this.#frame();
    if (!frame) return;
    const replace = this.#isWhole;
    const dirty = this.#base.takeDirty();
    if (!replace && dirty.size === 0 && isSame(partsOf(frame), this.#written)) return;
    this.#isWhole = false;
    this.#written = partsOf(frame);
    const keys = replace ? this.#base.keys() : dirty;
    const events = new Map<string, JSEvent | null>();
    for (const key of keys) events.set(key, this.#base.get(key) ?? null);
    // There is no room: the copy on disk stays complete, and is not touched again.
    if (!(await this.#copy.write({ frame, events, replace }))) this.#isEnded = true;
  }
}

/** The parts whose change makes a new frame; the time of the last exchange is not one of them. */
const partsOf = ({ accounts, chunks, primaryId }: CopyFrame): readonly unknown[] => [
  primaryId,
  // The order in which they were looked at is not worth a separate write.
  chunks.toSorted((a, b) => a - b).join(),
  ...accounts.flatMap((it) => [it.id, it.eventState, it.calendarState, it.calendars, it.hasTasks]),
];

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((part, index) => part === b[index]);
