import type { BookableRecord, BookingWaitRecord } from "@snart/calendar/jmap/booking.ts";
import { useState } from "react";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import type { AskedTime } from "../asked-time.ts";
import { timeOf } from "../model.ts";
import { useBookingActs } from "../use-booking-acts.ts";
import { zoneOf, type Bookings } from "../use-bookings.ts";
import { useTimeWords } from "../use-time-words.ts";
import { OfferUntil } from "./offer-until.tsx";
import { useWaitActs } from "./use-wait-acts.ts";
import styles from "../act-list.module.css";

interface WaitListProps {
  readonly accountId: string;
  readonly bookings: Bookings;
  readonly known: NonNullable<Bookings["known"]>;
  readonly onAsk: (asked: AskedTime) => void;
}

/** What one waits for: offers first, each with its answers, then where one stands. */
export function WaitList({ known, ...rest }: WaitListProps) {
  const t = useMessages();
  const waits = known.waits.toSorted(
    (a, b) => Number(b.state === "offered") - Number(a.state === "offered") || (a.start < b.start ? -1 : 1),
  );
  if (waits.length === 0) return null;
  return (
    <section aria-label={t("bookables.wait.list")} className={styles.list}>
      <h2>{t("bookables.wait.list")}</h2>
      <ul>
        {waits.map((wait) => {
          const bookable = known.bookables.find(({ id }) => id === wait.bookableId);
          return bookable ? <Wait key={wait.id} wait={wait} bookable={bookable} {...rest} /> : null;
        })}
      </ul>
    </section>
  );
}

interface WaitProps extends Omit<WaitListProps, "known"> {
  readonly wait: BookingWaitRecord;
  readonly bookable: BookableRecord;
}

function Wait({ wait, bookable, accountId, bookings, onAsk }: WaitProps) {
  const t = useMessages();
  const words = useTimeWords(zoneOf(bookable));
  const [isSending, setSending] = useState(false);
  const time = timeOf(wait);
  const partyId = wait.partyId === accountId ? null : wait.partyId;
  const waitActs = useWaitActs(accountId, bookable, bookings);
  const acts = useBookingActs(accountId, bookable, bookings, (wish, refusal) =>
    onAsk({ bookable, start: wish.start, end: wish.end, partyId: wish.partyId, refusal }),
  );
  const send = (run: () => Promise<boolean>): void => {
    setSending(true);
    void run().finally(() => setSending(false));
  };
  const name = isolated(bookable.name);
  const when = words.when(time);
  const isOffered = wait.state === "offered";
  const no = t(isOffered ? "bookables.wait.decline" : "bookables.wait.leave");
  return (
    <li data-offered={isOffered || undefined}>
      <span className={styles.what}>
        <b>{name}</b>
        <span>
          {words.begun(time)} <HowSoon target={{ kind: "instant", at: time.start }} />
        </span>
        {isOffered ? (
          <OfferUntil wait={wait} bookable={bookable} />
        ) : (
          <span>
            {t("booking.wait.place", { whom: partyId === null ? "you" : "household", place: wait.place })}
          </span>
        )}
      </span>
      <span className={styles.answers}>
        <Button
          disabled={isSending}
          aria-label={t("bookables.wait.ofTime", { act: no, name, when })}
          onClick={() => send(() => waitActs.leave(wait))}
        >
          {no}
        </Button>
        {isOffered ? (
          <Button
            look="primary"
            disabled={isSending}
            onClick={() => send(() => acts.book({ bookable, ...time, partyId }))}
          >
            {t("bookables.wait.take", { when })}
          </Button>
        ) : null}
      </span>
    </li>
  );
}
