import { addDays, dayOf, fieldsOfLocal, localFromFields, type Local } from "@snart/calendar/time/local.ts";
import type { Place } from "../../grammar/read-place.ts";
import { useOccurrences } from "../../grid/use-occurrences.ts";
import { isTask } from "../../store/items/entries.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";

const MOST = 5;

/** The first day after a day, week or month; a year is too much to list. */
function after({ kind, day }: Place): Local | null {
  if (kind === "day") return addDays(day, 1);
  if (kind === "week") return addDays(day, 7);
  const { year, month } = fieldsOfLocal(day);
  return kind === "month" ? localFromFields(year, month + 1, 1) : null;
}

/** What takes place there: the first of it, fetched if it is not here yet. */
export function usePlaceEvents(place: Place | undefined): readonly ShownOccurrence[] {
  const end = place ? after(place) : null;
  const [from, to] = place && end !== null ? [dayOf(place.day), dayOf(end)] : [0, 0];
  const { occurrences } = useOccurrences(from, to);
  return occurrences
    .filter(({ entry }) => !isTask(entry.event))
    .toSorted((a, b) => a.start - b.start)
    .slice(0, MOST);
}
