import { useEffect, useState } from "react";
import { fetchPublicFeed } from "../../api/public-feed.ts";
import { readPublicFeed } from "./read-feed.ts";
import type { PublicFeed } from "./read-feed.ts";

export type FeedState =
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly feed: PublicFeed }
  /** revoked, over, or never was */
  | { readonly kind: "gone" }
  | { readonly kind: "unreachable" };

const EVERY_MS = 15 * 60_000;

/** The calendar of a link, asked for again now and then and when the page is looked at again. */
export function usePublicFeed(token: string): FeedState {
  const [state, setState] = useState<FeedState>({ kind: "loading" });
  useEffect(() => {
    let wanted = true;
    const load = async (): Promise<void> => {
      const answer = await fetchPublicFeed(token);
      const next: FeedState =
        answer.kind === "read" ? { kind: "ready", feed: await readPublicFeed(answer.text) } : answer;
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
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [token]);
  return state;
}
