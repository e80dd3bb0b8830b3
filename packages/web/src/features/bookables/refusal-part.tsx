import type { Alternative } from "@snart/calendar/booking/judge.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import type { BookingRecord, RefusalRecord } from "@snart/calendar/jmap/booking.ts";
import { useEffect, useState } from "react";
import { judgeBooking } from "../../api/items/booking-api.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import type { AskedTime, BookingSheetProps } from "./asked-time.ts";
import { timeOf } from "./model.ts";
import { ReasonList } from "./reason-list.tsx";
import { zoneOf } from "./use-bookings.ts";
import { useTimeWords } from "./use-time-words.ts";
import styles from "./booking-sheet.module.css";

/** Every reason, when it opens, and other times that can be booked at once. */
export function RefusalPart({ accountId, asked, acts, bookings, groups, onClose }: BookingSheetProps) {
  const t = useMessages();
  const { bookable, start, slot } = asked;
  const words = useTimeWords(zoneOf(bookable));
  const refusal = useRefusal(accountId, asked);
  const partyId = asked.partyId ?? null;
  const ways = refusal?.alternatives ?? [];
  const take = async (other: Alternative, instead: BookingRecord | undefined): Promise<void> => {
    const wish = { bookable, start: other.start, end: other.end, partyId, ...(instead && { instead }) };
    if (await acts.book(wish)) onClose();
  };
  return (
    <>
      <ReasonList
        reasons={refusal?.reasons ?? slot?.reasons ?? []}
        bookable={bookable}
        start={start}
        isHousehold={partyId !== null && partyId !== accountId}
        groups={groups}
      />
      {refusal?.opensAt === undefined ? null : (
        <p className={styles.opens}>{t("bookables.opens", { when: words.moment(refusal.opensAt) })}</p>
      )}
      {refusal === undefined ? <p className={styles.quiet}>{t("bookables.checking")}</p> : null}
      {ways.length > 0 ? (
        <section aria-label={t("bookables.alternatives")}>
          <h3 className={styles.small}>{t("bookables.alternatives")}</h3>
          <ul className={styles.ways}>
            {ways.map((other) => (
              <Way
                key={other.start}
                other={other}
                asked={asked}
                instead={bookings.find(({ id }) => id === other.instead)}
                onTake={(instead) => void take(other, instead)}
              />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

interface WayProps {
  readonly other: Alternative;
  readonly asked: AskedTime;
  readonly instead: BookingRecord | undefined;
  readonly onTake: (instead: BookingRecord | undefined) => void;
}

function Way({ other, asked, instead, onTake }: WayProps) {
  const t = useMessages();
  const words = useTimeWords(zoneOf(asked.bookable));
  const when = words.when(other);
  return (
    <li className={styles.way}>
      <span>
        <HowSoon target={{ kind: "instant", at: other.start }} />
        {instead ? (
          <span className={styles.quiet}>
            {t("bookables.instead", { when: words.when(timeOf(instead)) })}
          </span>
        ) : null}
      </span>
      <Button size={40} onClick={() => onTake(instead)}>
        {t(instead ? "bookables.exchange" : "bookables.book", { when })}
      </Button>
    </li>
  );
}

/** The no with its ways out: as the server answered a booking, or asked for now. */
function useRefusal(accountId: string, { bookable, start, end, partyId, refusal }: AskedTime) {
  const [judged, setJudged] = useState<RefusalRecord>();
  useEffect(() => {
    if (refusal) return;
    let isHere = true;
    const wish = {
      bookableId: bookable.id,
      start: formatUtcDateTime(start),
      end: formatUtcDateTime(end),
      partyId: partyId ?? null,
    };
    void judgeBooking(accountId, wish).then((given) => {
      if (!isHere) return;
      const isRefused = given.ok && !given.value.isGranted;
      setJudged(isRefused ? (given.value as RefusalRecord) : { reasons: [], alternatives: [] });
    });
    return () => void (isHere = false);
  }, [accountId, bookable.id, start, end, partyId, refusal]);
  return refusal ?? judged;
}
