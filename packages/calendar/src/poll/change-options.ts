import type { Instant } from "../time/instant.ts";
import type { PollOption } from "./poll.ts";

/** An option as its poll's maker gives it; without an id it is a new one. */
export interface GivenOption {
  readonly id?: string;
  readonly start: Instant;
}

/** What a change of the options makes of them. */
export interface ChangedOptions {
  readonly options: readonly PollOption[];
  /** ids of those whose time is another one: whoever answered is asked anew */
  readonly moved: readonly string[];
  /** ids of those that are gone */
  readonly removed: readonly string[];
  /** ids of those that are new */
  readonly added: readonly string[];
}

/**
 * The options after a change. No vote is touched: an answer is kept with the time that it was given for, so that it counts again should the
 * option come back to it. One that is given without its id at a time that was asked about before is that option, and keeps its votes.
 * @param newId for an option that is new
 */
export function changedOptions(
  before: readonly PollOption[],
  given: readonly GivenOption[],
  newId: () => string,
): ChangedOptions {
  const byId = new Map(before.map((option) => [option.id, option]));
  const named = new Set(given.flatMap(({ id }) => (id !== undefined && byId.has(id) ? [id] : [])));
  const unnamed = new Map(before.filter(({ id }) => !named.has(id)).map((option) => [option.start, option]));
  const [options, moved, added]: [PollOption[], string[], string[]] = [[], [], []];
  for (const { id, start } of given) {
    const known = (id === undefined ? undefined : byId.get(id)) ?? unnamed.get(start);
    if (known) {
      unnamed.delete(known.start);
      options.push({ ...known, start });
      if (known.start !== start) moved.push(known.id);
    } else {
      const made = { id: newId(), start };
      options.push(made);
      added.push(made.id);
    }
  }
  const left = new Set(options.map(({ id }) => id));
  const removed = before.flatMap(({ id }) => (left.has(id) ? [] : [id]));
  return { options: options.toSorted((a, b) => a.start - b.start), moved, removed, added };
}
