import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";

/** Returns a function that says what a thing is: for how many, where, and what it has; "" where nothing of that is known. */
export function useThingFacts(): (thing: Pick<BookableRecord, "capacity" | "place" | "equipment">) => string {
  const t = useMessages();
  return ({ capacity, place, equipment }) =>
    [
      capacity === null ? "" : t("bookables.rooms.has", { count: capacity }),
      isolated(place),
      ...equipment.map(isolated),
    ]
      .filter((fact) => fact !== "")
      .join(", ");
}
