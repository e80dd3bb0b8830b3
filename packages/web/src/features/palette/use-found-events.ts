import { useEffect, useMemo, useState } from "react";
import { findEvents } from "../../api/items/search-api.ts";
import { useNow } from "../../i18n/clock.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import type { EventEntry } from "../../store/items/entries.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import { foundEntry, nearestOfEach, prepareSearch, wordsTest } from "../../store/items/found-events.ts";

const SHORTEST = 2;
const MOST_HERE = 8;
const MOST_THERE = 12;
/** Expanding more would be felt while typing. */
const MOST_EXPANDED = 200;
/** A person who goes on typing wants other results, so the server is asked after this pause. */
const PAUSE = 120;

export interface FoundEvents {
  /** of the copy on this machine: at once */
  readonly here: readonly ShownOccurrence[];
  /** the other events that the server found; they come later, and below, so that nothing moves */
  readonly there: readonly ShownOccurrence[];
  /**
   * idle: nothing is requested; asking; done: all time has been searched; away: only the events here have been
   * searched
   */
  readonly search: "idle" | "asking" | "done" | "away";
}

interface Answer {
  readonly words: string;
  /** null: the server did not answer */
  readonly entries: readonly EventEntry[] | null;
}

/** The events that contain some words: those of the copy here, and the server's for all other days. */
export function useFoundEvents(query: string): FoundEvents {
  const zone = useViewerZone();
  const now = useNow();
  const { events, calendars } = useCalendarSnapshot();
  const words = query.trim();
  useEffect(() => prepareSearch([...events.values()].map(({ event }) => event)), [events]);
  const answer = useServerAnswer(words, [...new Set(calendars.map(({ accountId }) => accountId))].join(" "));
  const here = useMemo(() => {
    if (words.length < SHORTEST) return [];
    const matches = wordsTest(words);
    const matching: EventEntry[] = [];
    for (const entry of events.values()) {
      if (matches(entry.event)) matching.push(entry);
      if (matching.length >= MOST_EXPANDED) break;
    }
    return nearestOfEach(matching, calendars, now, zone).slice(0, MOST_HERE);
  }, [words, events, calendars, now, zone]);
  const there = useMemo(() => {
    const known = new Set(here.map(({ entry }) => entry.key));
    const besides = (answer?.entries ?? []).filter(({ key }) => !known.has(key));
    return nearestOfEach(besides, calendars, now, zone);
  }, [answer, here, calendars, now, zone]);
  if (words.length < SHORTEST) return { here, there: [], search: "idle" };
  if (answer?.words !== words) return { here, there: [], search: "asking" };
  return { here, there, search: answer.entries === null ? "away" : "done" };
}

function useServerAnswer(words: string, accounts: string): Answer | undefined {
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    if (words.length < SHORTEST || accounts === "") return;
    let isWanted = true;
    const timer = setTimeout(() => {
      void findInAll(accounts.split(" "), words).then((entries) => {
        if (isWanted) setAnswer({ words, entries });
      });
    }, PAUSE);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [words, accounts]);
  return answer;
}

/** Returns null if none of the accounts could be searched. */
async function findInAll(
  accountIds: readonly string[],
  words: string,
): Promise<readonly EventEntry[] | null> {
  const answers = await Promise.all(
    accountIds.map(async (id) => ({
      id,
      found: await findEvents(id, { filter: { text: words } }, { limit: MOST_THERE }),
    })),
  );
  if (answers.every(({ found }) => !found.ok)) return null;
  return answers.flatMap(({ id, found }) =>
    found.ok ? found.value.events.map((it) => foundEntry(id, it)) : [],
  );
}
