import { mostOf, readSpan } from "@snart/calendar/booking/span.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useLengthText } from "../../i18n/use-length-text.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import type { AskedTime } from "./asked-time.ts";
import { zoneOf } from "./use-bookings.ts";
import { useTimeWords } from "./use-time-words.ts";
import styles from "./booking-sheet.module.css";

/** What stands first: the thing, its place, how soon it is, how long, and until when it may run over into the next one's time. */
export function TimeFacts({ bookable, start, end }: AskedTime) {
  const t = useMessages();
  const length = useLengthText();
  const words = useTimeWords(zoneOf(bookable));
  const tail = bookable.rules?.tail === undefined ? undefined : readSpan(bookable.rules.tail);
  const what = [isolated(bookable.name), isolated(bookable.place)].filter(Boolean).join(", ");
  return (
    <>
      <p className={styles.thing}>{what}</p>
      <p className={styles.soon}>
        <HowSoon target={{ kind: "instant", at: start }} size={19} />
        <span>{length(end - start)}</span>
        {tail ? <span>{t("bookables.tail", { time: words.time(end + mostOf(tail)) })}</span> : null}
      </p>
    </>
  );
}
