import { ChevronDown, X } from "lucide-react";
import { useMemo } from "react";
import { knownFilters, knownPlaces } from "../../grid/finding/known-filters.ts";
import type { SearchAsk } from "../../grid/finding/search-address.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import styles from "./search-filters.module.css";

interface SearchFiltersProps {
  readonly ask: SearchAsk;
  /** the viewer's own */
  readonly address: string;
  readonly onFilter: (part: Partial<SearchAsk>) => void;
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** When, in which calendar, of what kind, with whom, where and with what. A filter that is set can be taken away. */
export function SearchFilters({ ask, address, onFilter }: SearchFiltersProps) {
  const t = useMessages();
  const { calendars, events } = useCalendarSnapshot();
  const { person, place } = ask;
  const people = useMemo(() => {
    const known = knownFilters(events.values(), address).flatMap((it) => (it.kind === "person" ? [it] : []));
    return withAsked(
      known.map((it) => ({ value: it.address, label: it.name })),
      person,
    );
  }, [events, address, person]);
  const places = useMemo(
    () =>
      withAsked(
        knownPlaces(events.values()).map((it) => ({ value: it, label: it })),
        place,
      ),
    [events, place],
  );
  const whens = (["all", "coming", "past"] as const).map((value) => ({
    value,
    label: t(`search.when.${value}`),
  }));
  const kinds = (["all", "events", "tasks", "days"] as const).map((value) => ({
    value,
    label: t(`search.kind.${value}`),
  }));
  return (
    <div className={styles.filters}>
      <Filter
        label={t("search.when")}
        value={ask.when}
        choices={whens}
        onChoose={(when) => onFilter({ when: when as SearchAsk["when"] })}
      />
      <Filter
        label={t("search.calendar")}
        value={ask.calendar ?? "all"}
        choices={[
          { value: "all", label: t("search.calendars") },
          ...calendars.map(({ key, name }) => ({ value: key, label: name })),
        ]}
        onChoose={(key) => onFilter({ calendar: key === "all" ? null : key })}
      />
      <Filter
        label={t("search.kind")}
        value={ask.kind}
        choices={kinds}
        onChoose={(kind) => onFilter({ kind: kind as SearchAsk["kind"] })}
      />
      <Filter
        label={t("search.with")}
        isBare
        value={ask.person ?? "all"}
        choices={[{ value: "all", label: t("search.anybody") }, ...people]}
        onChoose={(chosen) => onFilter({ person: chosen === "all" ? null : chosen })}
      />
      <Filter
        label={t("search.place")}
        isBare
        value={place ?? "all"}
        choices={[{ value: "all", label: t("search.anywhere") }, ...places]}
        onChoose={(chosen) => onFilter({ place: chosen === "all" ? null : chosen })}
      />
      <Filter
        label={t("search.files")}
        isBare
        value={ask.files}
        choices={[
          { value: "all", label: t("search.files.all") },
          { value: "with", label: t("search.files.with") },
        ]}
        onChoose={(files) => onFilter({ files: files as SearchAsk["files"] })}
      />
    </div>
  );
}

/** What is asked for can be chosen, though no event on this device has it. */
const withAsked = (choices: readonly Choice[], asked: string | null): readonly Choice[] =>
  asked === null || choices.some(({ value }) => value === asked)
    ? choices
    : [{ value: asked, label: asked }, ...choices];

interface FilterProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  /** it stands with its name alone until it is set */
  readonly isBare?: boolean;
  readonly onChoose: (value: string) => void;
}

function Filter({ label, value, choices, isBare = false, onChoose }: FilterProps) {
  const t = useMessages();
  const isSet = value !== "all";
  return (
    <span className={styles.filter} data-set={isSet || undefined} data-bare={(isBare && !isSet) || undefined}>
      <label>
        <span>{label}</span>
        <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
          {choices.map((it) => (
            <option key={it.value} value={it.value}>
              {it.label}
            </option>
          ))}
        </select>
        {isSet ? null : <ChevronDown size={15} strokeWidth={1.7} aria-hidden />}
      </label>
      {isSet ? (
        <button
          type="button"
          aria-label={t("search.unfilter", { filter: label })}
          onClick={() => onChoose("all")}
        >
          <X size={15} strokeWidth={2} aria-hidden />
        </button>
      ) : null}
    </span>
  );
}
