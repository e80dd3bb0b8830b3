import { useEffect, useRef, useState } from "react";
import type { Window } from "@snart/calendar/recurrence/expand.ts";
import { fetchPublicFeed } from "../../api/calendars/public-feed.ts";
import { useLanguage } from "../../i18n/messages.ts";
import type { FeedFacts } from "./feed-messages.ts";
import { FeedReader } from "./feed-reader.ts";
import type { PublicOccurrence } from "./read-feed.ts";

/** A calendar that has been read; another object each time it is read anew. */
export interface OpenFeed {
  readonly facts: FeedFacts;
  readonly reader: FeedReader;
  /** when it was fetched */
  readonly readAt: number;
}

type FeedState =
  | { readonly kind: "loading" }
  /** stale: it could not be fetched again */
  | { readonly kind: "ready"; readonly feed: OpenFeed; readonly isStale: boolean }
  /** revoked, over, or never was */
  | { readonly kind: "gone" }
  | { readonly kind: "unreachable" };

const EVERY_MS = 15 * 60_000;

/** The calendar of a link, asked for again now and then and when the page is looked at again; and how to ask at once. */
export function usePublicFeed(token: string): readonly [FeedState, () => void] {
  const [state, setState] = useState<FeedState>({ kind: "loading" });
  const ask = useRef<() => void>(undefined);
  useEffect(() => {
    let wanted = true;
    const reader = new FeedReader();
    const load = async (): Promise<void> => {
      const answer = await fetchPublicFeed(token);
      const next: FeedState =
        answer.kind === "read"
          ? { kind: "ready", feed: await opened(reader, answer.text), isStale: false }
          : answer;
      if (wanted) setState((now) => afterAnswer(now, next));
    };
    const look = (): void => {
      if (document.visibilityState === "visible") void load();
    };
    void load();
    ask.current = look;
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener("visibilitychange", look);
    addEventListener("online", look);
    return () => {
      wanted = false;
      reader.end();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
      removeEventListener("online", look);
    };
  }, [token]);
  return [state, () => ask.current?.()];
}

const opened = async (reader: FeedReader, text: string): Promise<OpenFeed> => ({
  reader,
  facts: await reader.read(text),
  readAt: Date.now(),
});

/** What is on screen stays while the server cannot be reached. */
const afterAnswer = (now: FeedState, next: FeedState): FeedState =>
  next.kind === "unreachable" && now.kind === "ready" ? { ...now, isStale: true } : next;

/** What takes place within a window; undefined until it is known the first time. */
export function useOccurrences(
  { reader, facts }: OpenFeed,
  { from, to }: Window,
  zone: string,
): readonly PublicOccurrence[] | undefined {
  const language = useLanguage();
  const [occurrences, setOccurrences] = useState<readonly PublicOccurrence[]>();
  useEffect(() => {
    let wanted = true;
    void reader.find({ from, to }, zone, language).then((found) => {
      if (wanted) setOccurrences(found);
    });
    return () => {
      wanted = false;
    };
    // `facts` is another object when the calendar has been read anew.
  }, [reader, facts, from, to, zone, language]);
  return occurrences;
}
