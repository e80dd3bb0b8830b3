import type { BookableRecord, BookingWaitRecord } from "@snart/calendar/jmap/booking.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { zoneOf } from "../use-bookings.ts";
import { useTimeWords } from "../use-time-words.ts";
import styles from "./waiting.module.css";

interface OfferUntilProps {
  readonly wait: BookingWaitRecord;
  readonly bookable: BookableRecord;
}

/** Until when an offer holds, as a time and as how soon, and whether it keeps the time. */
export function OfferUntil({ wait: { offeredUntil, isKept }, bookable }: OfferUntilProps) {
  const words = useTimeWords(zoneOf(bookable));
  if (offeredUntil === null) return null;
  const at = Date.parse(offeredUntil);
  return (
    <p className={styles.until}>
      <Sentence
        of={isKept ? "bookables.wait.until" : "bookables.wait.forAll"}
        args={{
          when: words.moment(at),
          distance: <HowSoon target={{ kind: "instant", at }} warm />,
        }}
      />
    </p>
  );
}
