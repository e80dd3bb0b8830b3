import { onlyTab, type JoinTabs, type TabGroup } from "./tab-group.ts";
import { isTabMessage, type TabMessage } from "./tab-messages.ts";

interface TabLineOptions {
  /** finds the other tabs; without it this one is alone */
  readonly join: JoinTabs | undefined;
  readonly onMessage: (message: TabMessage) => void;
  /** this tab leads from now on; `isLate`: another one did before, or may have */
  readonly onLead: (isLate: boolean) => void;
}

/** What is said between this tab and the others of the same person. What they say is held back until it can be taken in. */
export class TabLine {
  readonly #options: TabLineOptions;
  #tabs: TabGroup | undefined;
  /** null once what is said is let through */
  #held: TabMessage[] | null = [];

  constructor(options: TabLineOptions) {
    this.#options = options;
  }

  get isLeader(): boolean {
    return this.#tabs?.isLeader ?? false;
  }

  get isHeldBack(): boolean {
    return this.#held !== null;
  }

  /** Joins the others, if it has not. */
  open(): void {
    const { join = onlyTab, onLead } = this.#options;
    this.#tabs ??= join({ onMessage: (message) => isTabMessage(message) && this.#hear(message), onLead });
  }

  tell(message: TabMessage): void {
    this.#tabs?.post(message);
  }

  /** Lets through what the others say, first what they have said. */
  letThrough(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const message of held) this.#options.onMessage(message);
  }

  /** Holds back again, for when it is opened anew. Gives what leaves the others. */
  close(): () => void {
    const tabs = this.#tabs;
    this.#tabs = undefined;
    this.#held = [];
    return () => tabs?.leave();
  }

  #hear(message: TabMessage): void {
    if (this.#held) this.#held.push(message);
    else this.#options.onMessage(message);
  }
}
