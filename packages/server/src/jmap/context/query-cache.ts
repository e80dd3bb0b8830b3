import type { Modseq } from "../../app/types.ts";

/** Ids kept over all answers; some 40 bytes each. */
const MAX_IDS = 200_000;

/**
 * Answers of recent queries, so that a client that reads a long one page by page does not have it searched again for
 * every page. An answer is valid for exactly one state of the account; a newer one replaces it.
 */
export class QueryCache {
  /** In the order of last use, oldest first. */
  readonly #answers = new Map<string, { readonly modseq: Modseq; readonly ids: readonly string[] }>();
  #size = 0;

  /** The answer to the question, if it is from this state. */
  get(question: string, modseq: Modseq): readonly string[] | undefined {
    const answer = this.#answers.get(question);
    if (answer?.modseq !== modseq) return undefined;
    this.#answers.delete(question);
    this.#answers.set(question, answer);
    return answer.ids;
  }

  set(question: string, modseq: Modseq, ids: readonly string[]): void {
    this.#forget(question);
    if (ids.length > MAX_IDS) return;
    this.#answers.set(question, { modseq, ids });
    this.#size += cost(ids);
    for (const oldest of this.#answers.keys()) {
      if (this.#size <= MAX_IDS) break;
      this.#forget(oldest);
    }
  }

  #forget(question: string): void {
    const answer = this.#answers.get(question);
    if (!answer) return;
    this.#answers.delete(question);
    this.#size -= cost(answer.ids);
  }
}

/** The question itself takes room too, even if nothing was found. */
const cost = (ids: readonly string[]): number => ids.length + 50;
