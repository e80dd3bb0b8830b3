import { ChevronDown, X } from "lucide-react";
import { useMemo } from "react";
import { knownFilters } from "../../grid/finding/known-filters.ts";
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

/** When, in which calendar, of what kind and with whom. A filter that is set can be taken away. */
export function SearchFilters({ ask, address, onFilter }: SearchFiltersProps) {
  const t = useMessages();
  const { calendars, events } = useCalendarSnapshot();
  const people = useMemo(() => {
    const known = knownFilters(events.values(), address).flatMap((it) => (it.kind === "person" ? [it] : []));
    const choices = known.map((it): Choice => ({ value: it.address, label: it.name }));
    const { person } = ask;
    const isKnown = person === null || choices.some(({ value }) => value === person);
    return isKnown ? choices : [{ value: person, label: person }, ...choices];
  }, [events, address, ask]);
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
        value={ask.person ?? "all"}
        choices={[{ value: "all", label: t("search.anybody") }, ...people]}
        onChoose={(person) => onFilter({ person: person === "all" ? null : person })}
      />
    </div>
  );
}

interface FilterProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChoose: (value: string) => void;
}

function Filter({ label, value, choices, onChoose }: FilterProps) {
  const t = useMessages();
  const isSet = value !== "all";
  return (
    <span className={styles.filter} data-set={isSet || undefined}>
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
