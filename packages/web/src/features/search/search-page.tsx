import { Search } from "lucide-react";
import { useEffect, useMemo, useState, type KeyboardEvent } from "react";
import { useLocation, useSearch as useAddressQuery } from "wouter";
import { readSearchAsk, searchPath, type SearchAsk } from "../../grid/finding/search-address.ts";
import { useNow } from "../../i18n/clock.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useCalendarSnapshot, useCalendarStore } from "../../store/calendar-context.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyHorizon } from "../../ui/empty-horizon.tsx";
import type { WideViewProps } from "../calendar-view/model.ts";
import { hitsOfPart, type Hit } from "./hit.ts";
import { HitList } from "./hit-list.tsx";
import { InTrash } from "./in-trash.tsx";
import { SavedSearches, SaveSearch } from "./saved-searches.tsx";
import { SearchFilters } from "./search-filters.tsx";
import styles from "./search-page.module.css";
import { nearHits, type Part } from "./streams.ts";
import { useDayHits, useEventHit, useTaskHits } from "./use-hits.ts";
import { useHere } from "./use-here.ts";
import { isAsked, SHORTEST, useSearch } from "./use-search.ts";

const PAUSE = 150;

/** Everything that is found, nearest first: what is coming, then what is over. The address holds the search. */
export function SearchPage({ page }: WideViewProps) {
  const t = useMessages();
  const ask = readSearchAsk(useAddressQuery());
  const [, navigate] = useLocation();
  const [words, setWords] = useWords(ask, (next) => navigate(searchPath(next), { replace: true }));
  const store = useCalendarStore();
  const { phase, isOnline } = useCalendarSnapshot();
  useEffect(() => {
    if (phase === "ready" && isOnline) void store.loadTasks();
  }, [store, phase, isOnline]);
  const { groups, total, state, isMore, more } = useFound(ask);
  const filter = (part: Partial<SearchAsk>): void =>
    navigate(searchPath({ ...ask, words, ...part }), { replace: true });
  return (
    <div className={styles.page} data-scrolls>
      <search className={styles.head}>
        <div className={styles.field}>
          <Search size={18} strokeWidth={1.7} aria-hidden />
          <input
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is for searching
            autoFocus
            type="search"
            aria-label={t("search.words")}
            placeholder={t("search.wordsHint")}
            value={words}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setWords(event.currentTarget.value)}
            onKeyDown={(event: KeyboardEvent) => {
              if (event.key !== "ArrowDown") return;
              event.preventDefault();
              document.querySelector<HTMLElement>("[data-hit]")?.focus();
            }}
          />
          {words === "" ? null : (
            <Button look="quiet" onClick={() => setWords("")}>
              {t("search.clear")}
            </Button>
          )}
        </div>
        <div className={styles.row}>
          <SearchFilters ask={ask} address={page.account.email} onFilter={filter} />
          {isAsked(ask) ? <SaveSearch ask={ask} /> : null}
        </div>
        <SavedSearches shown={ask} />
      </search>
      <output className={styles.count}>
        {state === "asking" ? t("search.asking") : total === null ? "" : t("search.hits", { count: total })}
      </output>
      <HitList groups={groups} words={ask.words} isMore={isMore} onMore={more} />
      {state === "none" ? (
        <div className={styles.nothing}>
          <EmptyHorizon />
          <h2>{t("search.nothing", { query: isolated(ask.words.trim()) })}</h2>
          <Button size={36} onClick={() => page.setDialog({ words: ask.words.trim() })}>
            {t("palette.create", { title: isolated(ask.words.trim()) })}
          </Button>
        </div>
      ) : state === "idle" ? (
        <div className={styles.nothing}>
          <EmptyHorizon lit />
          <p>{t("search.begin")}</p>
        </div>
      ) : state === "asking" ? null : (
        <p className={styles.foot}>
          {t(state === "away" ? "palette.search.away" : isMore ? "search.scroll" : "search.all")}
        </p>
      )}
      {ask.words.trim().length >= SHORTEST ? <InTrash words={ask.words} /> : null}
    </div>
  );
}

/** The words in the field; the address has them as soon as somebody stops typing. */
function useWords(ask: SearchAsk, go: (ask: SearchAsk) => void): readonly [string, (words: string) => void] {
  const [words, setWords] = useState(ask.words);
  const [told, setTold] = useState(ask.words);
  // Somebody went back in the browser, or followed a link.
  if (ask.words !== told) {
    setTold(ask.words);
    setWords(ask.words);
  }
  useEffect(() => {
    if (words === told) return;
    const timer = setTimeout(() => {
      setTold(words);
      go({ ...ask, words });
    }, PAUSE);
    return () => clearTimeout(timer);
  });
  return [words, setWords];
}

/** Everything that is found, of which a part is shown. */
function useFound(ask: SearchAsk) {
  const zone = useViewerZone();
  const now = useNow();
  const { calendars: all } = useCalendarSnapshot();
  const calendars = useMemo(
    () =>
      all
        .filter((it) => (ask.calendar === null ? it.isVisible : it.key === ask.calendar))
        .map((it) => ({ ...it, isVisible: true })),
    [all, ask.calendar],
  );
  const { found, isCurrent, isAsking, isMore, more } = useSearch(ask, calendars);
  const isAway = isCurrent && found?.isAway === true;
  const here = useHere(ask, isAway ? calendars : []);
  const streams = isAway ? here : (found?.streams ?? []);
  const eventHit = useEventHit();
  const others = [...useTaskHits(ask, calendars), ...useDayHits(ask)];
  const group = (part: Part): { readonly part: Part; readonly hits: readonly Hit[] } => {
    const { hits, known } = nearHits(streams, part, { calendars, now, zone });
    const wanted = ask.when === "all" || ask.when === part;
    const lines = [...hits.map((it) => eventHit(it, part)), ...others];
    return { part, hits: wanted ? hitsOfPart(lines, part, known) : [] };
  };
  const groups = [group("coming"), group("past")];
  const shown = groups.reduce((sum, { hits }) => sum + hits.length, 0);
  const wanted = others.filter((it) => ask.when === "all" || it.part === ask.when).length;
  const counted = found?.total ?? null;
  const total = isMore ? counted && counted + wanted : shown;
  const isEmpty = shown === 0 && !isMore;
  const state: SearchState = !isAsked(ask)
    ? "idle"
    : !isCurrent || (isAsking && shown === 0)
      ? "asking"
      : isAway
        ? "away"
        : isEmpty
          ? "none"
          : "done";
  return { groups, total: isAsked(ask) ? total : null, state, isMore, more };
}

/** idle: too little is asked; away: only this device could be searched */
type SearchState = "idle" | "asking" | "away" | "none" | "done";
