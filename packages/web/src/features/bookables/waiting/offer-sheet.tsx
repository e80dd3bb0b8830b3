import type { BookingWaitRecord } from "@snart/calendar/jmap/booking.ts";
import { useState } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import type { BookingSheetProps } from "../asked-time.ts";
import { timeOf } from "../model.ts";
import { TimeFacts } from "../time-facts.tsx";
import { zoneOf } from "../use-bookings.ts";
import { useTimeWords } from "../use-time-words.ts";
import { OfferUntil } from "./offer-until.tsx";
import { SheetFrame } from "../sheet/sheet-frame.tsx";
import styles from "../act-list.module.css";

interface OfferSheetProps extends BookingSheetProps {
  readonly wait: BookingWaitRecord;
}

/** A time that has been waited for and is kept for a while: take it, or let the next in line have it. */
export function OfferSheet({ accountId, asked, acts, waitActs, wait, isDocked, onClose }: OfferSheetProps) {
  const t = useMessages();
  const { bookable } = asked;
  const words = useTimeWords(zoneOf(bookable));
  const [isSending, setSending] = useState(false);
  const time = timeOf(wait);
  const partyId = wait.partyId === accountId ? null : wait.partyId;
  const send = async (run: () => Promise<boolean>): Promise<void> => {
    setSending(true);
    if (await run()) onClose();
    setSending(false);
  };
  return (
    <SheetFrame
      isDocked={isDocked}
      title={words.long(time)}
      onClose={onClose}
      footer={
        <span className={styles.answers}>
          <Button size={40} disabled={isSending} onClick={() => void send(() => waitActs.leave(wait))}>
            {t("bookables.wait.decline")}
          </Button>
          <Button
            look="primary"
            size={40}
            disabled={isSending}
            onClick={() => void send(() => acts.book({ bookable, ...time, partyId }))}
          >
            {t("bookables.wait.take", { when: words.when(time) })}
          </Button>
        </span>
      }
    >
      <TimeFacts {...asked} {...time} />
      <OfferUntil wait={wait} bookable={bookable} />
    </SheetFrame>
  );
}
