import { onlyTab, type JoinTabs, type TabGroup } from "./tab-group.ts";
import { isTabMessage, type TabMessage } from "./tab-messages.ts";

interface TabLineOptions {
  /** finds the other tabs; without it this tab is alone */
  readonly join: JoinTabs | undefined;
  readonly onMessage: (message: TabMessage) => void;
  /** this tab leads from now on; `isLate`: another one did before, or may have */
  readonly onLead: (isLate: boolean) => void;
}

/**
 * Carries the messages between this tab and the same person's others. Their messages are held back until they can be
 * processed.
 */
export class TabLine {
  readonly #options: TabLineOptions;
  #tabs: TabGroup | undefined;
  /** null once messages pass */
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

  /** Lets the others' messages pass, those held back first. */
  letThrough(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const message of held) this.#options.onMessage(message);
  }

  /** Holds messages back again until the line is opened again. Returns a function that leaves the others. */
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
