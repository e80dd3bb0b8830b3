import { randomFillSync } from "node:crypto";
import { closeSync, ftruncateSync, openSync, statSync, truncateSync, writeSync } from "node:fs";

const BLOCK = 1024 * 1024;
/** Of what is set aside, the part that only opening a database may take: its log and the index of that, and what the first writes add. */
const OPENING = 1024 * 1024;

/** Room on the disk that a file holds until it is needed. */
export class Reserve {
  readonly #path: string;
  readonly #bytes: number;

  /** @param bytes how much is set aside */
  constructor(path: string, bytes: number) {
    this.#path = path;
    this.#bytes = bytes;
  }

  /** Bytes that are not set aside at present. */
  get missing(): number {
    return Math.max(0, this.#bytes - this.#held());
  }

  /** Gives room back to the disk: what is above a half, all but what opening needs, or that too. Never throws. */
  release(part: "half" | "whole" | "opening"): void {
    const kept = { half: this.#bytes / 2, whole: Math.min(OPENING, this.#bytes / 4), opening: 0 };
    const rest = Math.floor(kept[part]);
    if (this.#held() <= rest) return;
    try {
      truncateSync(this.#path, rest);
    } catch {
      // The write that needs the room fails then, and says so.
    }
  }

  /**
   * Sets aside what is missing, but at most `available` bytes. Never throws: a quota may leave less than the disk has.
   * Noise, as a file system that compresses would set nothing aside for zeros.
   */
  refill(available: number): void {
    const held = this.#held();
    const wanted = Math.min(this.#bytes, held + Math.max(0, available));
    if (wanted <= held) return;
    try {
      const file = openSync(this.#path, "a", 0o600);
      try {
        const noise = randomFillSync(Buffer.allocUnsafe(Math.min(BLOCK, wanted - held)));
        for (let at = held; at < wanted;)
          at += writeSync(file, noise, 0, Math.min(noise.length, wanted - at));
      } catch {
        ftruncateSync(file, held);
      } finally {
        closeSync(file);
      }
    } catch {
      // The data folder may not be written: the database says so.
    }
  }

  #held(): number {
    return statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
  }
}
