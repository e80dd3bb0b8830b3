import { useEffect, useMemo, useState } from "react";
import { countEvents, findEvents, type EventQuery } from "../../api/items/search-api.ts";
import { useNow } from "../../i18n/clock.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import type { EventEntry } from "../../store/items/entries.ts";
import { ranked, titleRank } from "../../store/items/hit-rank.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import { foundEntry, nearestOfEach, prepareSearch, wordsTest } from "../../store/items/found-events.ts";

const SHORTEST = 2;
const MOST_HERE = 5;
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
  /** how many events there are in all; null until it is known */
  readonly total: number | null;
}

interface Answer {
  readonly words: string;
  /** null: the server did not answer */
  readonly entries: readonly EventEntry[] | null;
  readonly total: number | null;
}

/** The events that contain some words: those of the copy here, and the server's for all other days. */
export function useFoundEvents(query: string): FoundEvents {
  const zone = useViewerZone();
  const now = useNow();
  const { events, calendars } = useCalendarSnapshot();
  const words = query.trim();
  useEffect(() => prepareSearch([...events.values()].map(({ event }) => event)), [events]);
  const visible = calendars.filter((it) => it.isVisible).map(({ accountId, id }) => ({ accountId, id }));
  const answer = useServerAnswer(
    words,
    JSON.stringify(Object.groupBy(visible, ({ accountId }) => accountId)),
  );
  const here = useMemo(() => {
    if (words.length < SHORTEST) return [];
    const matches = wordsTest(words);
    const byRank: [EventEntry[], EventEntry[], EventEntry[], EventEntry[], EventEntry[]] = [
      [],
      [],
      [],
      [],
      [],
    ];
    for (const entry of events.values())
      if (matches(entry.event)) byRank[titleRank(entry.event.title ?? "", words)].push(entry);
    const matching = byRank.flat().slice(0, MOST_EXPANDED);
    return ranked(nearestOfEach(matching, calendars, now, zone), words, now).slice(0, MOST_HERE);
  }, [words, events, calendars, now, zone]);
  const there = useMemo(() => {
    const known = new Set(here.map(({ entry }) => entry.key));
    const besides = (answer?.entries ?? []).filter(({ key }) => !known.has(key));
    return ranked(nearestOfEach(besides, calendars, now, zone), words, now).slice(0, MOST_HERE);
  }, [answer, here, words, calendars, now, zone]);
  if (words.length < SHORTEST) return { here, there: [], search: "idle", total: null };
  if (answer?.words !== words) return { here, there: [], search: "asking", total: null };
  return { here, there, search: answer.entries === null ? "away" : "done", total: answer.total };
}

/** @param scope the calendars of each account, as JSON */
function useServerAnswer(words: string, scope: string): Answer | undefined {
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    const calendars = Object.entries(
      JSON.parse(scope) as Readonly<Record<string, readonly { id: string }[]>>,
    );
    if (words.length < SHORTEST || calendars.length === 0) return;
    let isWanted = true;
    const ask = async (): Promise<void> => {
      const queries = calendars.map(([accountId, all]): Query => {
        const filter = { text: words, inCalendars: all.map(({ id }) => id) };
        return { accountId, asked: { filter } };
      });
      const found = await findInAll(queries);
      if (!isWanted) return;
      setAnswer({ words, ...found });
      if (found.total !== null || found.entries === null) return;
      const total = await countInAll(queries);
      if (isWanted) setAnswer({ words, entries: found.entries, total });
    };
    const timer = setTimeout(() => void ask(), PAUSE);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [words, scope]);
  return answer;
}

interface Query {
  readonly accountId: string;
  readonly asked: EventQuery;
}

/** `entries` is null if none of the accounts could be searched, `total` if there may be more. */
async function findInAll(queries: readonly Query[]): Promise<Omit<Answer, "words">> {
  const answers = await Promise.all(
    queries.map(async ({ accountId: id, asked }) => ({
      id,
      found: await findEvents(id, asked, { limit: MOST_THERE }),
    })),
  );
  if (answers.every(({ found }) => !found.ok)) return { entries: null, total: null };
  const isAll = answers.every(({ found }) => found.ok && found.value.count < MOST_THERE);
  const entries = answers.flatMap(({ id, found }) =>
    found.ok ? found.value.events.map((it) => foundEntry(id, it)) : [],
  );
  return { entries, total: isAll ? entries.length : null };
}

async function countInAll(queries: readonly Query[]): Promise<number | null> {
  const counts = await Promise.all(queries.map(({ accountId, asked }) => countEvents(accountId, asked)));
  return counts.every(({ ok }) => ok) ? counts.reduce((sum, it) => sum + (it.ok ? it.value : 0), 0) : null;
}
