import { Bookmark, X } from "lucide-react";
import { Link } from "wouter";
import { knownFilters } from "../../grid/finding/known-filters.ts";
import { readSearchAsk, searchPath, type SearchAsk } from "../../grid/finding/search-address.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import { Button } from "../../ui/button.tsx";
import { addToast } from "../../ui/overlays/toasts.ts";
import { usePreferences } from "../preferences/model.ts";
import styles from "./saved-searches.module.css";

/** As many as the server keeps. */
const MOST = 50;

const queryOf = (ask: SearchAsk): string => searchPath(ask).split("?")[1] ?? "";

/** The searches that a person has kept, as the queries of their addresses, and what keeps and drops one. */
function useSaved() {
  const t = useMessages();
  const say = useAskWords();
  const [preferences, prefer] = usePreferences();
  const saved = preferences?.savedSearches ?? [];
  const keep = (next: readonly string[]): void => prefer({ savedSearches: next.slice(-MOST) });
  const undo = { label: t("toast.undo"), takesBack: true, run: () => keep(saved) };
  return {
    saved,
    add: (ask: SearchAsk): void => {
      keep([...saved, queryOf(ask)]);
      addToast({ message: t("search.saved", { name: isolated(say(ask)) }), action: undo });
    },
    remove: (query: string): void => {
      keep(saved.filter((it) => it !== query));
      addToast({
        message: t("search.unsaved", { name: isolated(say(readSearchAsk(query))) }),
        action: undo,
      });
    },
  };
}

/** Keeps the search on screen, or drops it again. */
export function SaveSearch({ ask }: { readonly ask: SearchAsk }) {
  const t = useMessages();
  const { saved, add, remove } = useSaved();
  const isSaved = saved.includes(queryOf(ask));
  return (
    <Button
      look="quiet"
      size={36}
      className={styles.save ?? ""}
      aria-pressed={isSaved}
      onClick={() => (isSaved ? remove(queryOf(ask)) : add(ask))}
    >
      <Bookmark size={16} strokeWidth={1.7} fill={isSaved ? "currentColor" : "none"} aria-hidden />
      {t("search.save")}
    </Button>
  );
}

/** The searches that were kept, each a link to what it finds today. */
export function SavedSearches({ shown }: { readonly shown: SearchAsk }) {
  const t = useMessages();
  const say = useAskWords();
  const { saved, remove } = useSaved();
  if (saved.length === 0) return null;
  return (
    <nav aria-label={t("search.savedTitle")} className={styles.saved}>
      <h2>{t("search.savedTitle")}</h2>
      <ul>
        {saved.map((query) => {
          const name = say(readSearchAsk(query));
          return (
            <li key={query}>
              <Link href={`/search?${query}`} aria-current={query === queryOf(shown) ? "page" : undefined}>
                {name}
              </Link>
              <button
                type="button"
                aria-label={t("search.unsave", { name: isolated(name) })}
                onClick={() => remove(query)}
              >
                <X size={14} strokeWidth={1.8} aria-hidden />
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Says what is searched for: the words, then each filter that is set. */
function useAskWords(): (ask: SearchAsk) => string {
  const t = useMessages();
  const { calendars, events } = useCalendarSnapshot();
  const personOf = (address: string): string =>
    knownFilters(events.values(), "").find((it) => it.kind === "person" && it.address === address)?.name ??
    address;
  return ({ words, when, kind, calendar, person, place, files }) =>
    [
      words.trim(),
      when === "all" ? "" : t(`search.when.${when}`),
      calendar === null ? "" : (calendars.find(({ key }) => key === calendar)?.name ?? calendar),
      kind === "all" ? "" : t(`search.kind.${kind}`),
      person === null ? "" : personOf(person),
      place ?? "",
      files === "all" ? "" : t("search.files.with"),
    ]
      .filter((it) => it !== "")
      .join(" · ");
}
