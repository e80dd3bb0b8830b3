import type { MessageFunctions, MessageKey } from "@snart/locales/keys.ts";

type Load = () => Promise<{ readonly default: Partial<MessageFunctions> }>;

/** The second part of a catalogue: fetched when one of its words is asked for, if not before. */
export class LaterWords {
  readonly #load: Load;
  #loading: Promise<void> | undefined;
  #functions: Partial<MessageFunctions> | undefined;
  #failure: unknown;

  constructor(load: Load) {
    this.#load = load;
  }

  get isLoaded(): boolean {
    return this.#functions !== undefined;
  }

  /** Fetches it, once; after a failure anew. */
  load(): Promise<void> {
    this.#loading ??= this.#load().then(
      ({ default: functions }) => void (this.#functions = functions),
      (error: unknown) => {
        this.#failure = error;
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }

  /**
   * One of its words. Until they are here it throws a promise, by which React waits (`<Suspense>`); if they could not be
   * fetched, the reason, once.
   * @throws Error when there is no such word
   */
  get(key: MessageKey): MessageFunctions[MessageKey] {
    if (this.#functions) {
      const found = this.#functions[key];
      if (!found) throw new Error(`no text ${key}`);
      return found;
    }
    const failure = this.#failure;
    this.#failure = undefined;
    // oxlint-disable-next-line typescript/only-throw-error -- what React waits for
    throw failure ?? this.load();
  }
}
