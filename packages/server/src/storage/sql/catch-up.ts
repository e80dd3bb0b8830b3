type Accounts = readonly string[] | undefined;

/** Looks for changes one look at a time; requests that come meanwhile share the next look. */
export class CatchUp {
  readonly #look: (accountIds: Accounts) => Promise<void>;
  #wanted = new Set<string>();
  #wantsAll = false;
  #isRunning = false;
  #isStopped = false;

  /** @param look gets the accounts to look at; undefined: all */
  constructor(look: (accountIds: Accounts) => Promise<void>) {
    this.#look = look;
  }

  /** Looks for nothing until this is done. */
  after(preparation: Promise<void>): void {
    this.#isRunning = true;
    void this.#settled(preparation).then(() => this.#drain());
  }

  request(accountIds: Accounts): void {
    if (accountIds === undefined) this.#wantsAll = true;
    else for (const id of accountIds) this.#wanted.add(id);
    if (!this.#isRunning) void this.#drain();
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #drain(): Promise<void> {
    this.#isRunning = true;
    while (!this.#isStopped && (this.#wantsAll || this.#wanted.size > 0)) {
      const accountIds = this.#wantsAll ? undefined : [...this.#wanted];
      this.#wantsAll = false;
      this.#wanted = new Set();
      await this.#settled(this.#look(accountIds));
    }
    this.#isRunning = false;
  }

  /** The next successful look makes up for a failed one (the connection is gone). */
  async #settled(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (!this.#isStopped)
        process.emitWarning(error instanceof Error ? error : String(error), "AccountFeedWarning");
    }
  }
}
