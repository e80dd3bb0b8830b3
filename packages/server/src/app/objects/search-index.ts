import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { Component } from "@snart/calendar/icalendar/component.ts";
import { unescapeText } from "@snart/calendar/icalendar/text.ts";
import { gramsOf } from "@snart/calendar/filter/search-grams.ts";
import type { App } from "../app.ts";
import { pagesBySize, writeWithoutLost } from "./pages-by-size.ts";
import { readStored } from "./read-stored.ts";

/** These properties have no searched text; all others may have. */
const NO_TEXT: ReadonlySet<string> = new Set(
  (
    "UID DTSTAMP DTSTART DTEND DURATION DUE RRULE RDATE EXDATE EXRULE RECURRENCE-ID CREATED LAST-MODIFIED SEQUENCE " +
    "STATUS TRANSP CLASS PRIORITY PERCENT-COMPLETE COMPLETED GEO ATTACH"
  ).split(" "),
);
const NO_TEXT_COMPONENTS: ReadonlySet<string> = new Set(["VALARM", "VTIMEZONE"]);

/** More than any text by people has; objects with more are scanned in every search. */
const MOST_GRAMS = 20_000;
/** More than any text by people has as well: reading a long text for its grams holds up others, however few it has. */
const MOST_LETTERS = 64 * 1024;

function* textsOf(component: Component): Generator<string> {
  for (const { name, value, parameters } of component.properties) {
    if (!NO_TEXT.has(name)) yield unescapeText(value);
    for (const { values } of parameters) yield* values;
  }
  for (const child of component.components) if (!NO_TEXT_COMPONENTS.has(child.name)) yield* textsOf(child);
}

/** The search index entry of an object: a superset of what the filters of CalendarEvent/query search. */
export function searchGrams({ main, overrides }: CalendarObject): ReadonlySet<string> | undefined {
  const texts = function* (): Generator<string> {
    for (const component of [main, ...overrides]) if (component) yield* textsOf(component);
  };
  return gramsOf(texts(), { grams: MOST_GRAMS, letters: MOST_LETTERS });
}

/** Objects looked at in one transaction, which takes as many as may be read together. */
const PART = 100;

/**
 * Indexes the waiting objects: those written recently, or by an older release. What is written meanwhile waits for the next call: while others
 * write, each look would find a few more, and few cost nearly as much as a hundred.
 * @returns how many
 */
export async function indexWaiting(app: App, isStopped: () => boolean = () => false): Promise<number> {
  let count = 0;
  while (!isStopped() && (await app.storage.read((tx) => tx.search.waiting(1))).length > 0) {
    const { done, isLast } = await indexPart(app);
    count += done;
    if (isLast || done === 0) break;
  }
  return count;
}

/**
 * Others have their turns between two objects. Those are written together: the index is quicker by that.
 * @returns how many, and whether no more were waiting
 */
function indexPart(app: App): Promise<{ readonly done: number; readonly isLast: boolean }> {
  const turn = app.turns.of("search index", "background");
  return writeWithoutLost(app, async (tx, lost, takes) => {
    const waiting = await tx.search.takeWaiting(PART);
    takes(waiting);
    await tx.search.putAside(waiting.filter((id) => lost.has(id)));
    const heads = await tx.objects.listedByIds(waiting.filter((id) => !lost.has(id)));
    const [page = []] = pagesBySize(heads);
    const entries: Parameters<typeof tx.search.putAll>[0][number][] = [];
    for (const stored of await tx.objects.byIds(page.map(({ id }) => id))) {
      if (turn.isDue()) await turn.next();
      entries.push({ head: stored, grams: gramsOrNone(stored) });
    }
    await tx.search.putAll(entries);
    const done = entries.length + lost.size;
    return { done, isLast: waiting.length < PART && done === waiting.length };
  });
}

/** `snart doctor` reports an unreadable object; it must not stop the others. */
function gramsOrNone(stored: Parameters<typeof readStored>[0]): ReadonlySet<string> | undefined {
  try {
    return searchGrams(readStored(stored));
  } catch {
    return undefined;
  }
}
