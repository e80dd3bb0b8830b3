import type { BookableRecord, BookingRecord } from "@snart/calendar/jmap/booking.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { sayOfBooking, type SaidOfBooking } from "../../../api/items/booking-api.ts";
import { wordedCode, type ApiProblem } from "../../../api/problem.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages, type Messages } from "../../../i18n/messages.ts";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { timeOf } from "../model.ts";
import { zoneOf, type Bookings } from "../use-bookings.ts";
import { useTimeWords, type TimeWords } from "../use-time-words.ts";

/** Saying that one is here, comes later or is done; and what is told where it, or booking, does not work. */
export function useSaying(
  accountId: string,
  bookable: BookableRecord,
  { isOffline, reload }: Pick<Bookings, "isOffline" | "reload">,
) {
  const t = useMessages();
  const words = useTimeWords(zoneOf(bookable));
  const tell = (problem: ApiProblem): void =>
    void addToast({ message: problemWords(problem, t), sticky: true });
  const isAway = (): boolean => {
    if (isOffline) addToast({ message: t("bookables.offlinePress") });
    return isOffline;
  };
  const say = async (booking: BookingRecord, said: SaidOfBooking): Promise<boolean> => {
    if (isAway()) return false;
    const done = await sayOfBooking(accountId, booking.id, said);
    await reload();
    if (!done.ok) tell(done.problem);
    else addToast({ message: saidWords(said, booking, isolated(bookable.name), t, words) });
    return done.ok;
  };
  return { say, tell, isAway };
}

export const problemWords = (problem: ApiProblem, t: Messages): string =>
  problem.kind === "unreachable" ? t("bookables.unsure") : t(problemKey(wordedCode(problem)));

/** What has become of a time about which somebody has said something. */
function saidWords(
  said: SaidOfBooking,
  booking: BookingRecord,
  name: string,
  t: Messages,
  { time }: Pick<TimeWords, "time">,
): string {
  switch (said.kind) {
    case "checkIn":
      return t("bookables.saidHere", { name, until: time(timeOf(booking).end) });
    case "finish":
      return t("bookables.saidDone", { name });
    case "confirm":
      return t("bookables.saidConfirmed", { name });
    case "comeLater":
      return t("bookables.saidLater", { name, time: time(said.start) });
  }
}
