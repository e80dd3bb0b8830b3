import type { Window } from "@snart/calendar/recurrence/expand.ts";
import type { Language } from "@snart/locales/language.ts";
import type { FeedAnswer, FeedFacts, FeedQuestion } from "./feed-messages.ts";
import type { PublicOccurrence } from "./read-feed.ts";

type Unnumbered = FeedQuestion extends infer Q ? (Q extends FeedQuestion ? Omit<Q, "id"> : never) : never;

const UNREAD: FeedFacts = { name: "", colour: null, description: "", changedAt: null };

/** Speaks with the worker that reads the calendar. */
export class FeedReader {
  readonly #worker = new Worker(new URL("./feed-worker.ts", import.meta.url), { type: "module" });
  readonly #waiting = new Map<number, (answer: FeedAnswer) => void>();
  #last = 0;

  constructor() {
    this.#worker.addEventListener("message", ({ data }: MessageEvent<FeedAnswer>) => {
      this.#waiting.get(data.id)?.(data);
      this.#waiting.delete(data.id);
    });
  }

  /** Takes a calendar in place of the one before. */
  async read(text: string): Promise<FeedFacts> {
    const answer = await this.#ask({ kind: "read", text });
    return answer.kind === "read" ? answer.facts : UNREAD;
  }

  /** What takes place within a window, by start. */
  async find({ from, to }: Window, zone: string, language: Language): Promise<readonly PublicOccurrence[]> {
    const answer = await this.#ask({ kind: "find", from, to, zone, language });
    return answer.kind === "find" ? answer.occurrences : [];
  }

  end(): void {
    this.#worker.terminate();
  }

  #ask(question: Unnumbered): Promise<FeedAnswer> {
    const id = ++this.#last;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#worker.postMessage({ ...question, id });
    });
  }
}
