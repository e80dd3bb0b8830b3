import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { addDays, dayOf, type Local } from "@snart/calendar/time/local.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { DateField } from "../../../grid/day-field/date-field.tsx";
import { nextFreeDay, type Night, type Stay } from "./model.ts";
import styles from "./nights.module.css";

interface StayDatesProps {
  readonly bookable: BookableRecord;
  readonly nights: ReadonlyMap<number, Night>;
  readonly stay: Stay | undefined;
  readonly today: Local;
  readonly onStay: (stay: Stay) => void;
}

/** Arrival and departure as typed days; what is typed is chosen in the month, which goes to it. */
export function StayDates({ bookable, nights, stay, today, onStay }: StayDatesProps) {
  const t = useMessages();
  const choose = (from: number, to: number): void => onStay({ first: from, last: to, isOpen: false });
  const { checkIn = "", checkOut = "" } = bookable.rules?.nights ?? {};
  const first = stay?.first ?? nextFreeDay(nights, dayOf(today));
  const last = stay?.last ?? first;
  const length = last - first;
  return (
    <div className={styles.dates}>
      <label>
        <span aria-hidden>{t("bookables.nights.arrival", { at: checkIn })}</span>
        <DateField
          label={t("bookables.nights.arrival", { at: checkIn })}
          value={(first * DAY) as Local}
          isInvalid={first < dayOf(today)}
          since={today}
          onChange={(day) => choose(dayOf(day), dayOf(day) + length)}
        />
      </label>
      <label>
        <span aria-hidden>{t("bookables.nights.departure", { at: checkOut })}</span>
        <DateField
          label={t("bookables.nights.departure", { at: checkOut })}
          value={addDays((last * DAY) as Local, 1)}
          isInvalid={last < first}
          since={today}
          onChange={(day) => choose(first, Math.max(first, dayOf(day) - 1))}
        />
      </label>
    </div>
  );
}
