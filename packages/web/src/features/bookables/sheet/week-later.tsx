import type { BookableRecord, BookingRecord } from "@snart/calendar/jmap/booking.ts";
import { useState } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { timeOf, weekLater } from "../model.ts";
import type { BookingActs } from "../use-booking-acts.ts";
import { zoneOf } from "../use-bookings.ts";
import { useTimeWords } from "../use-time-words.ts";

interface WeekLaterProps {
  readonly bookable: BookableRecord;
  readonly booking: BookingRecord;
  /** one's own: what is booked already is not offered */
  readonly bookings: readonly BookingRecord[];
  readonly acts: BookingActs;
  readonly isShort?: boolean;
  readonly className?: string | undefined;
  readonly onBooked?: () => void;
}

/** Books the same time a week later, for the same household, in one press; a no says why, and what is near. */
export function WeekLater({
  bookable,
  booking,
  bookings,
  acts,
  isShort = false,
  className,
  onBooked,
}: WeekLaterProps) {
  const t = useMessages();
  const zone = zoneOf(bookable);
  const words = useTimeWords(zone);
  const [isSending, setSending] = useState(false);
  const time = weekLater(timeOf(booking), zone);
  if (bookings.some((it) => it.bookableId === bookable.id && timeOf(it).start === time.start)) return null;
  const book = async (): Promise<void> => {
    setSending(true);
    const isBooked = await acts.book({ bookable, ...time, partyId: booking.partyId ?? null });
    setSending(false);
    if (isBooked) onBooked?.();
  };
  return (
    <Button
      size={isShort ? 36 : 40}
      className={className}
      disabled={isSending}
      {...(isShort && { "aria-label": t("bookables.weekLaterThan", { when: words.when(time) }) })}
      onClick={() => void book()}
    >
      {t(isShort ? "bookables.weekLater" : "bookables.sameWeekLater")}
    </Button>
  );
}
