import type { FeedErrorCode } from "@snart/calendar/jmap/feeds.ts";
import { useEffect, useMemo, useState } from "react";
import { fetchFeeds, type Subscription } from "../../../api/calendars/feeds-api.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useCalendarSnapshot } from "../../../store/calendar-context.tsx";
import { entryKey } from "../../../store/items/entries.ts";
import { feedTroubles } from "../../sidebar/model.ts";

/** How long feed states stay fresh, ms. The server reads none more often than that. */
const CHECK_MS = 15 * 60_000;

/** Fetches the errors of the followed feeds when the calendar opens and when the page becomes visible again. */
export function useFeedTroubles(): void {
  const t = useMessages();
  const { calendars, phase } = useCalendarSnapshot();
  const ids = [...new Set(calendars.filter((it) => !it.isShared).map((it) => it.accountId))].join(" ");
  const [errors, setErrors] = useState<ReadonlyMap<string, FeedErrorCode>>(new Map());
  useEffect(() => {
    if (ids === "" || phase !== "ready") return undefined;
    let isGone = false;
    let askedAt = 0;
    const ask = (): void => {
      if (document.hidden || Date.now() - askedAt < CHECK_MS) return;
      askedAt = Date.now();
      void fetchFeeds(ids.split(" ")).then((given) => {
        // If the server is unreachable, its last answer still counts.
        if (!isGone && given.ok) setErrors(errorsOf(given.value.subscriptions));
      });
    };
    ask();
    document.addEventListener("visibilitychange", ask);
    return () => {
      isGone = true;
      document.removeEventListener("visibilitychange", ask);
    };
  }, [ids, phase]);
  const words = useMemo(
    () => new Map([...errors].map(([key, code]) => [key, t(`feedError.${code}`)])),
    [errors, t],
  );
  useEffect(() => feedTroubles.set(words), [words]);
}

const errorsOf = (subscriptions: readonly Subscription[]): ReadonlyMap<string, FeedErrorCode> =>
  new Map(
    subscriptions.flatMap(({ accountId, id, error }) =>
      error ? [[entryKey(accountId, id), error.code] as const] : [],
    ),
  );
