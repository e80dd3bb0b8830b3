import { useEffect, useState } from "react";
import type { Window } from "@snart/calendar/recurrence/expand.ts";
import { fetchPublicFeed } from "../../api/calendars/public-feed.ts";
import type { FeedFacts } from "./feed-messages.ts";
import { FeedReader } from "./feed-reader.ts";
import type { PublicOccurrence } from "./read-feed.ts";

/** A calendar that has been read; another object each time it is read anew. */
export interface OpenFeed {
  readonly facts: FeedFacts;
  readonly reader: FeedReader;
}

type FeedState =
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly feed: OpenFeed }
  /** revoked, over, or never was */
  | { readonly kind: "gone" }
  | { readonly kind: "unreachable" };

const EVERY_MS = 15 * 60_000;

/** The calendar of a link, asked for again now and then and when the page is looked at again. */
export function usePublicFeed(token: string): FeedState {
  const [state, setState] = useState<FeedState>({ kind: "loading" });
  useEffect(() => {
    let wanted = true;
    const reader = new FeedReader();
    const load = async (): Promise<void> => {
      const answer = await fetchPublicFeed(token);
      const next: FeedState =
        answer.kind === "read"
          ? { kind: "ready", feed: { reader, facts: await reader.read(answer.text) } }
          : answer;
      // What is on screen stays while the server cannot be reached.
      if (wanted) setState((now) => (next.kind === "unreachable" && now.kind === "ready" ? now : next));
    };
    const look = (): void => {
      if (document.visibilityState === "visible") void load();
    };
    void load();
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      wanted = false;
      reader.end();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [token]);
  return state;
}

/** What takes place within a window; undefined until it is known the first time. */
export function useOccurrences(
  { reader, facts }: OpenFeed,
  { from, to }: Window,
  zone: string,
): readonly PublicOccurrence[] | undefined {
  const [occurrences, setOccurrences] = useState<readonly PublicOccurrence[]>();
  useEffect(() => {
    let wanted = true;
    void reader.find({ from, to }, zone).then((found) => {
      if (wanted) setOccurrences(found);
    });
    return () => {
      wanted = false;
    };
    // `facts` is another object when the calendar has been read anew.
  }, [reader, facts, from, to, zone]);
  return occurrences;
}
