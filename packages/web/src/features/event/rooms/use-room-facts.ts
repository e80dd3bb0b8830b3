import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";

/** Returns a function that says what a room is: for how many, where, and what it has. */
export function useRoomFacts(): (room: Pick<BookableRecord, "capacity" | "place" | "equipment">) => string {
  const t = useMessages();
  return ({ capacity, place, equipment }) =>
    [
      capacity === null ? "" : t("editor.roomSeats", { count: capacity }),
      isolated(place),
      ...equipment.map(isolated),
    ]
      .filter((fact) => fact !== "")
      .join(", ");
}
