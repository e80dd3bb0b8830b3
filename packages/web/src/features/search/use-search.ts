import { useEffect, useEffectEvent, useState } from "react";
import { countEvents, findEvents, type EventQuery } from "../../api/items/search-api.ts";
import type { SearchAsk } from "../../grid/finding/search-address.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { clockNow } from "../../i18n/clock.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import type { CalendarEntry } from "../../store/items/entries.ts";
import { foundEntry } from "../../store/items/found-events.ts";
import { localDateTimeText } from "../../store/items/local-text.ts";
import type { Part, Stream } from "./streams.ts";

const PAGE = 40;
const LEAST = 20;
export const SHORTEST = 2;

/** The events found so far. */
export interface FoundSoFar {
  /** the search that they answer */
  readonly key: string;
  readonly streams: readonly Stream[];
  /** how many there are in all; null until it is known */
  readonly total: number | null;
  /** the server did not answer */
  readonly isAway: boolean;
}

interface Search {
  readonly key: string;
  readonly queries: readonly Query[];
}

interface Query {
  readonly part: Part;
  readonly accountId: string;
  readonly asked: EventQuery;
}

/** Whether enough is asked to search at all. */
export const isAsked = ({ words, person, place, files }: SearchAsk): boolean =>
  words.trim().length >= SHORTEST || person !== null || place !== null || files === "with";

const parts: readonly Part[] = ["coming", "past"];

/** What is asked of each account for each part. */
function queriesOf(ask: SearchAsk, calendars: readonly CalendarEntry[], zone: Zone): readonly Query[] {
  if (!isAsked(ask) || ask.kind === "tasks" || ask.kind === "days") return [];
  const now = localDateTimeText(zone.toLocal(clockNow()));
  const accounts = [...new Set(calendars.map(({ accountId }) => accountId))];
  return parts
    .filter((part) => ask.when === "all" || ask.when === part)
    .flatMap((part) =>
      accounts.map((accountId) => {
        const inCalendars = calendars.filter((it) => it.accountId === accountId).map(({ id }) => id);
        const words = ask.words.trim();
        const about = {
          inCalendars,
          ...(words !== "" && { text: words }),
          ...(ask.place !== null && { location: phrase(ask.place) }),
          ...(ask.files === "with" && { hasAttachment: true }),
        };
        const who = ask.person === null ? [] : [someone(ask.person)];
        const ahead = { operator: "NOT", conditions: [{ after: now }] };
        const conditions =
          part === "coming" ? [{ ...about, after: now }, ...who] : [{ ...about, before: now }, ahead, ...who];
        return { part, accountId, asked: { filter: { operator: "AND", conditions }, timeZone: zone.id } };
      }),
    );
}

/** All words of a text, one after the other. */
const phrase = (text: string): string => `"${text.replaceAll(/["\\]/g, "")}"`;

const someone = (address: string): EventQuery["filter"] => {
  const quoted = phrase(address);
  return { operator: "OR", conditions: [{ attendee: quoted }, { owner: quoted }] };
};

/**
 * Searches the server for events in these calendars, part by part: what is coming, then what is over. The hits of the
 * last search stay until those of the next are here.
 */
export function useSearch(ask: SearchAsk, calendars: readonly CalendarEntry[]) {
  const zone = useViewerZone();
  const [found, setFound] = useState<FoundSoFar | null>(null);
  const [isAsking, setAsking] = useState(false);
  const key = JSON.stringify([ask, calendars.map((it) => it.key)]);
  const begin = useEffectEvent(() => ({ key, queries: queriesOf(ask, calendars, zone) }));
  const [search, setSearch] = useState<Search | null>(null);
  useEffect(() => {
    let isWanted = true;
    const next = begin();
    void (async () => {
      setAsking(true);
      const first = await load(next, null);
      if (!isWanted) return;
      setSearch(next);
      setFound(first);
      setAsking(false);
      const counts = await Promise.all(next.queries.map((it) => countEvents(it.accountId, it.asked)));
      const total = counts.reduce((sum, it) => sum + (it.ok ? it.value : 0), 0);
      if (isWanted && counts.every(({ ok }) => ok))
        setFound((it) => (it?.key === next.key ? { ...it, total } : it));
    })();
    return () => void (isWanted = false);
  }, [key]);
  const isMore = found !== null && found.key === key && found.streams.some(({ isDone }) => !isDone);
  const more = async (): Promise<void> => {
    if (!isMore || isAsking || !search) return;
    setAsking(true);
    const next = await load(search, found);
    setFound((it) => (it?.key === next.key ? { ...next, total: it.total } : it));
    setAsking(false);
  };
  return { found, isCurrent: found?.key === key, isAsking, isMore, more };
}

/** Fetches the next page of the first part of which there is more. */
async function load(search: Search, before: FoundSoFar | null): Promise<FoundSoFar> {
  const streams: readonly Stream[] =
    before?.streams ??
    search.queries.map(({ part, accountId }) => ({
      part,
      accountId,
      position: 0,
      entries: [],
      isDone: false,
    }));
  const part = parts.find((it) => streams.some((stream) => stream.part === it && !stream.isDone));
  const answers = await Promise.all(
    streams.map(async (stream, index) => {
      const isNext = stream.part === part && !stream.isDone;
      return { stream, isNext, next: isNext ? await nextOf(stream, search.queries[index]) : stream };
    }),
  );
  const requested = answers.filter(({ isNext }) => isNext);
  const isAway = requested.length > 0 && requested.every(({ next }) => next === null);
  const got = answers.map(({ stream, next }) => next ?? { ...stream, isDone: true });
  const next = { key: search.key, streams: got, total: before?.total ?? null, isAway };
  // The rest of a part alone would leave the page half empty.
  const brought = answers.reduce(
    (sum, it) => sum + ((it.next ?? it.stream).position - it.stream.position),
    0,
  );
  const isMore = !isAway && got.some(({ isDone }) => !isDone);
  return isMore && brought < LEAST ? load(search, next) : next;
}

/** The stream with its next page; null if the server did not answer. */
async function nextOf(stream: Stream, query: Query | undefined): Promise<Stream | null> {
  if (!query) return null;
  const { accountId, position, entries } = stream;
  const answer = await findEvents(accountId, query.asked, { position, limit: PAGE });
  if (!answer.ok) return null;
  const { events, count } = answer.value;
  return {
    ...stream,
    position: position + count,
    entries: [...entries, ...events.map((it) => foundEntry(accountId, it))],
    isDone: count < PAGE,
  };
}
