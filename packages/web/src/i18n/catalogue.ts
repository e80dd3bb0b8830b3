import type { MessageFunctions, Messages } from "@snart/locales/keys.ts";

type Load = () => Promise<{ readonly default: Partial<MessageFunctions> }>;

/** The words of a language, in two parts: those of the first page, and the others. */
export class Catalogue {
  readonly #first: Part;
  readonly #others: Part;

  constructor(first: Load, others: Load) {
    [this.#first, this.#others] = [new Part(first), new Part(others)];
  }

  /** Fetches the words of the first page, or all; each part once, after a failure anew. */
  async load(isAll: boolean): Promise<void> {
    await Promise.all([this.#first.load(), isAll ? this.#others.load() : undefined]);
  }

  /** @throws Error when a word is not here, which is asked for only by what was fetched with all words */
  readonly messages: Messages = (key, args = {}) => {
    const word = this.#first.words[key] ?? this.#others.words[key];
    if (!word) throw new Error(`no text ${key}`);
    return word(args);
  };
}

class Part {
  words: Partial<MessageFunctions> = {};
  readonly #load: Load;
  #loading: Promise<void> | undefined;

  constructor(load: Load) {
    this.#load = load;
  }

  load(): Promise<void> {
    this.#loading ??= this.#load().then(
      ({ default: words }) => void (this.words = words),
      (error: unknown) => {
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }
}
