import type { BookableRecord, BookingRecord, RefusalRecord } from "@snart/calendar/jmap/booking.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import {
  cancelBooking,
  makeBooking,
  removeMeeting,
  type Booked,
  type SaidOfBooking,
  type WishedTime,
} from "../../api/items/booking-api.ts";
import { newId } from "../../api/new-id.ts";
import type { Asked } from "../../api/problem.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { addToast } from "../../ui/overlays/toasts.ts";
import { problemWords, useSaying } from "./presence/use-saying.ts";
import { timeOf, type Time } from "./model.ts";
import type { Meeting } from "./meeting/meeting.ts";
import { sendMeeting } from "./meeting/send-meeting.ts";
import { zoneOf, type Bookings } from "./use-bookings.ts";
import { useTimeWords } from "./use-time-words.ts";

/** What is pressed to be booked. */
export interface Wish extends Time {
  readonly bookable: BookableRecord;
  /** the household; null: oneself */
  readonly partyId: string | null;
  /** an own booking that it takes the place of */
  readonly instead?: BookingRecord;
  readonly acceptedRules?: number;
  /** a manager passes the rules by */
  readonly isOutsideRules?: true;
  /** who meets there, and what for: the room is booked with them in one write */
  readonly meeting?: Meeting;
}

export interface BookingActs {
  /** Books; the rules' no goes to `onRefused`. @returns whether it is done with */
  readonly book: (wish: Wish) => Promise<boolean>;
  readonly cancel: (booking: BookingRecord) => Promise<boolean>;
  /** Says that one is here, comes later or is done. */
  readonly say: (booking: BookingRecord, said: SaidOfBooking) => Promise<boolean>;
}

/** Booking and cancelling of one thing, each with its message and its way back. Nothing waits for a network. */
export function useBookingActs(
  accountId: string,
  bookable: BookableRecord,
  { isOffline, reload }: Bookings,
  onRefused: (wish: Wish, refusal: RefusalRecord) => void,
): BookingActs {
  const t = useMessages();
  const words = useTimeWords(zoneOf(bookable));
  const named = (time: Time) => ({ name: isolated(bookable.name), when: words.when(time) });
  const undo = (run: () => void) => ({ action: { label: t("toast.undo"), takesBack: true, run } });
  const { say, tell, isAway } = useSaying(accountId, bookable, { isOffline, reload });
  const takeBack = (wish: Wish, { id, eventId }: Extract<Booked, { kind: "booked" }>): void => {
    const { instead } = wish;
    const made = { id, bookableId: bookable.id } as BookingRecord;
    if (eventId !== undefined) void callOff(eventId, wish);
    // An exchange is taken back by another one, so that neither time is lost on the way.
    else if (!instead) void remove(made, wish);
    else void again({ bookable, ...timeOf(instead), partyId: instead.partyId, instead: made });
  };
  const callOff = async (eventId: string, wish: Wish): Promise<void> => {
    if (isAway()) return;
    const done = await removeMeeting(accountId, eventId);
    await reload();
    if (done.ok) addToast({ message: t("bookables.cancelled", named(wish)) });
    else tell(done.problem);
  };
  const again = async (wish: Wish): Promise<void> => {
    const done = await sent(accountId, wish);
    await reload();
    if (done.ok && done.value.kind === "booked")
      return void addToast({ message: t("bookables.bookedAgain", named(wish)) });
    const why = done.ok ? t("bookables.first") : problemWords(done.problem, t);
    addToast({ message: t("bookables.notUndone", { ...named(wish), why }), sticky: true });
  };
  const remove = async (booking: BookingRecord, time: Time): Promise<boolean> => {
    if (isAway()) return false;
    const done = await cancelBooking(accountId, booking.id);
    await reload();
    if (!done.ok) {
      tell(done.problem);
      return false;
    }
    const wish: Wish = { bookable, start: time.start, end: time.end, partyId: booking.partyId ?? null };
    addToast({ message: t("bookables.cancelled", named(time)), ...undo(() => void again(wish)) });
    return true;
  };
  const book = async (wish: Wish): Promise<boolean> => {
    if (isAway()) return false;
    const done = await sent(accountId, wish);
    await reload();
    if (!done.ok) tell(done.problem);
    else if (done.value.kind === "refused") onRefused(wish, done.value);
    else {
      const made = done.value;
      const key = made.state === "requested" ? "bookables.requested" : "bookables.booked";
      addToast({ message: t(key, named(wish)), ...undo(() => takeBack(wish, made)) });
    }
    return done.ok && done.value.kind === "booked";
  };
  return { book, say, cancel: (booking) => remove(booking, timeOf(booking)) };
}

/** An answer that gets lost is asked for again: with the same key it is the same booking. */
async function sent(accountId: string, wish: Wish): Asked<Booked> {
  const { bookable, start, end, partyId, instead, acceptedRules, isOutsideRules, meeting } = wish;
  const wished: WishedTime = {
    bookableId: bookable.id,
    start: formatUtcDateTime(start),
    end: formatUtcDateTime(end),
    partyId,
    ...(instead && { instead: instead.id }),
    ...(acceptedRules !== undefined && { acceptedRules }),
    ...(isOutsideRules && { isOutsideRules }),
  };
  // Past the rules a room alone is booked.
  if (meeting && !isOutsideRules) return sendMeeting(accountId, wished, bookable, meeting);
  const key = newId();
  const first = await makeBooking(accountId, wished, key);
  const isLost = !first.ok && first.problem.kind === "unreachable";
  return isLost ? makeBooking(accountId, wished, key) : first;
}
