import type { BookableRecord, BookingWaitRecord } from "@snart/calendar/jmap/booking.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { joinLine, leaveLine } from "../../../api/items/booking-api.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { timeOf, type Time } from "../model.ts";
import { useSaying } from "../presence/use-saying.ts";
import { zoneOf, type Bookings } from "../use-bookings.ts";
import { useTimeWords } from "../use-time-words.ts";

/** Who waits for what. */
interface Wanted extends Time {
  /** the household; null: oneself */
  readonly partyId: string | null;
}

export interface WaitActs {
  /** @returns whether it is done */
  readonly join: (wanted: Wanted) => Promise<boolean>;
  /** Leaves a line, or declines its offer. @returns whether it is done */
  readonly leave: (wait: BookingWaitRecord) => Promise<boolean>;
}

/** Joining and leaving the line for times of one thing. Nothing waits for a network. */
export function useWaitActs(
  accountId: string,
  bookable: BookableRecord,
  bookings: Pick<Bookings, "isOffline" | "reload">,
): WaitActs {
  const t = useMessages();
  const words = useTimeWords(zoneOf(bookable));
  const named = (time: Time) => ({ name: isolated(bookable.name), when: words.when(time) });
  const { tell, isAway } = useSaying(accountId, bookable, bookings);
  const done = async (asked: ReturnType<typeof leaveLine>, message: string): Promise<boolean> => {
    const given = await asked;
    await bookings.reload();
    if (given.ok) addToast({ message });
    else tell(given.problem);
    return given.ok;
  };
  return {
    join: async ({ start, end, partyId }) => {
      if (isAway()) return false;
      const wanted = {
        bookableId: bookable.id,
        start: formatUtcDateTime(start),
        end: formatUtcDateTime(end),
        partyId,
      };
      return done(joinLine(accountId, wanted), t("bookables.wait.joined", named({ start, end })));
    },
    leave: async (wait) => {
      if (isAway()) return false;
      const said = wait.state === "offered" ? "bookables.wait.declined" : "bookables.wait.left";
      return done(leaveLine(accountId, wait.id), t(said, named(timeOf(wait))));
    },
  };
}
