import { User } from "lucide-react";
import { useMemo } from "react";
import { knownFilters } from "../../grid/finding/known-filters.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import { fit } from "./fuzzy.ts";
import type { Row } from "./row.ts";

const SHORTEST = 2;
const MOST = 3;

/** The people of the calendar who are called so, whose events can all be found. */
export function usePeopleRows(
  query: string,
  address: string,
  onPerson: (address: string) => void,
): readonly Row[] {
  const t = useMessages();
  const { events } = useCalendarSnapshot();
  const people = useMemo(
    () => knownFilters(events.values(), address).flatMap((it) => (it.kind === "person" ? [it] : [])),
    [events, address],
  );
  const words = query.trim();
  if (words.length < SHORTEST) return [];
  return people
    .filter(({ name }) => fit(words, name) >= SHORTEST)
    .slice(0, MOST)
    .map((it) => ({
      key: `person ${it.address}`,
      icon: <User size={16} strokeWidth={1.6} aria-hidden />,
      text: it.name,
      words,
      aside: t("palette.allWith", { name: isolated(it.name) }),
      go: () => onPerson(it.address),
    }));
}
