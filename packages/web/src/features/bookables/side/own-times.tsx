import { isStanding } from "@snart/calendar/booking/facts.ts";
import type { BookableRecord, BookingRecord } from "@snart/calendar/jmap/booking.ts";
import { useNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import type { AskedTime } from "../asked-time.ts";
import { isInTime, timeOf, type SeenSlot, type Time } from "../model.ts";
import { useBookingActs } from "../use-booking-acts.ts";
import { zoneOf, type Bookings } from "../use-bookings.ts";
import { useTimeWords } from "../use-time-words.ts";
import { WeekLater } from "../sheet/week-later.tsx";
import styles from "./side.module.css";

export interface SideProps {
  readonly accountId: string;
  readonly bookings: Bookings;
  readonly known: NonNullable<Bookings["known"]>;
  readonly bookable: BookableRecord;
  readonly onAsk: (asked: AskedTime) => void;
}

interface OwnTimesProps extends SideProps {
  readonly title: string;
  /** how a time is said */
  readonly say: (time: Time) => string;
}

/** A series is not listed to its end. */
const SHOWN = 3;

/** One's own times that are not over: how soon, until when they can be cancelled, and cancelling. */
export function OwnTimes({ title, say, ...props }: OwnTimesProps) {
  const t = useMessages();
  const { known, bookable } = props;
  const now = useNow();
  const own = known.bookings
    .filter((it) => it.bookableId === bookable.id && isStanding(it.state) && Date.parse(it.end) > now)
    .toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start));
  if (own.length === 0) return null;
  const more = own.length - SHOWN;
  return (
    <section>
      <h3>{title}</h3>
      <ul className={styles.own}>
        {own.slice(0, SHOWN).map((booking) => (
          <OwnTime key={booking.id} {...props} booking={booking} words={say(timeOf(booking))} />
        ))}
      </ul>
      {more > 0 ? <p className={styles.quiet}>{t("bookables.side.more", { count: more })}</p> : null}
    </section>
  );
}

interface OwnTimeProps extends SideProps {
  readonly booking: BookingRecord;
  readonly words: string;
}

function OwnTime({ accountId, bookings, known, bookable, booking, words: said, onAsk }: OwnTimeProps) {
  const t = useMessages();
  const now = useNow();
  const words = useTimeWords(zoneOf(bookable));
  const { start, end } = timeOf(booking);
  const acts = useBookingActs(accountId, bookable, bookings, (wish, refusal) =>
    onAsk({ bookable, start: wish.start, end: wish.end, partyId: wish.partyId, refusal }),
  );
  const until = booking.cancelUntil === null ? undefined : Date.parse(booking.cancelUntil);
  const inTime = isInTime(booking, now);
  // Too late to cancel in time: the sheet says what that means first.
  const cancel = (): void => {
    if (inTime && start > now) void acts.cancel(booking);
    else onAsk({ bookable, start, end, slot: slotOf(booking) });
  };
  return (
    <li>
      <p>
        <b>{said}</b>
        <HowSoon target={{ kind: "instant", at: start <= now ? end : start }} />
        {until !== undefined && until < start && inTime ? (
          <span>{t("bookables.side.cancelBy", { when: words.moment(until) })}</span>
        ) : null}
      </p>
      <div className={styles.ownActs}>
        <WeekLater bookable={bookable} booking={booking} bookings={known.bookings} acts={acts} isShort />
        <Button
          size={36}
          aria-label={t("bookables.side.cancelTime", { when: words.when({ start, end }) })}
          onClick={cancel}
        >
          {t("bookables.side.cancel")}
        </Button>
      </div>
    </li>
  );
}

/** The slot of an own booking, also of one that is on no board that is known. */
const slotOf = ({ id, start, end, state }: BookingRecord): SeenSlot => ({
  start,
  end,
  name: null,
  state: state === "requested" ? "requested" : "yours",
  who: null,
  bookingId: id,
  tail: 0,
  reasons: [],
});
