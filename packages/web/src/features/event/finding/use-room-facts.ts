import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";

/** Returns a function that says what a room is: for how many, and where. */
export function useRoomFacts(): (room: Pick<BookableRecord, "capacity" | "place">) => string {
  const t = useMessages();
  return ({ capacity, place }) =>
    [capacity === null ? "" : t("editor.roomSeats", { count: capacity }), isolated(place)]
      .filter((fact) => fact !== "")
      .join(", ");
}
