import type { Alternative } from "@snart/calendar/booking/judge.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import type { BookingRecord, RefusalRecord } from "@snart/calendar/jmap/booking.ts";
import { useEffect, useState } from "react";
import { judgeBooking } from "../../api/items/booking-api.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import type { AskedTime, BookingSheetProps } from "./asked-time.ts";
import { likelyHousehold, timeOf, waitOf } from "./model.ts";
import { ReasonList } from "./reason-list.tsx";
import { zoneOf } from "./use-bookings.ts";
import { useTimeWords } from "./use-time-words.ts";
import { WishLink } from "./draw/wish-link.tsx";
import { WaitPart } from "./waiting/wait-part.tsx";
import { isolated } from "../../i18n/isolated.ts";
import { OutsideRules } from "./manage/outside-rules.tsx";
import { otherName } from "./waiting/parties.ts";
import { useParties } from "./waiting/use-parties.ts";
import { WhoBooks } from "./waiting/who-books.tsx";
import styles from "./booking-sheet.module.css";

/** Every reason, when it opens, and other times that can be booked at once. */
export function RefusalPart(props: Omit<BookingSheetProps, "isDocked">) {
  const { accountId, asked, acts, waitActs, bookings, waits, households, groups, onClose } = props;
  const t = useMessages();
  const { bookable, start, end, slot, meeting } = asked;
  const words = useTimeWords(zoneOf(bookable));
  const [partyId, setPartyId] = useState(asked.partyId ?? likelyHousehold(households, bookings, accountId));
  const refusal = useRefusal(accountId, asked, partyId);
  const isHousehold = partyId !== null && partyId !== accountId;
  const parties = useParties(accountId, bookable, households);
  const whose = otherName(parties, partyId);
  const reasons = refusal?.reasons ?? (whose === undefined ? slot?.reasons : undefined) ?? [];
  const ways = refusal?.alternatives ?? [];
  const take = async (other: Alternative, instead: BookingRecord | undefined): Promise<void> => {
    // An exchange is of bookings, and a meeting is none.
    const how = instead ? { instead } : meeting && { meeting };
    if (await acts.book({ bookable, start: other.start, end: other.end, partyId, ...how })) onClose();
  };
  const book = async (how: { readonly isOutsideRules?: true }): Promise<void> => {
    if (await acts.book({ bookable, start, end, partyId, ...(meeting && { meeting }), ...how })) onClose();
  };
  return (
    <>
      {parties.others.length > 0 ? (
        <WhoBooks parties={parties} partyId={partyId} onChange={setPartyId} />
      ) : null}
      <ReasonList
        reasons={reasons}
        bookable={bookable}
        start={start}
        isHousehold={isHousehold}
        {...(whose !== undefined && { name: isolated(whose) })}
        groups={groups}
      />
      <WishLink bookable={bookable} start={start} reasons={reasons} onFollow={onClose} />
      {refusal?.opensAt === undefined || reasons.some(({ kind }) => kind === "byLot") ? null : (
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
      {refusal?.waitPlace === undefined || parties.others.length > 0 ? null : (
        <WhoBooks parties={parties} partyId={partyId} onChange={setPartyId} />
      )}
      {refusal?.isGranted === true ? (
        <Button look="primary" size={40} className={styles.confirm} onClick={() => void book({})}>
          {t("bookables.book", { when: words.when(asked) })}
        </Button>
      ) : null}
      {bookable.mayManage ? (
        <OutsideRules
          key={partyId}
          reasons={refusal?.reasons ?? []}
          when={words.when(asked)}
          onBook={() => book({ isOutsideRules: true })}
        />
      ) : null}
      <WaitPart
        bookable={bookable}
        isHousehold={isHousehold}
        wait={waitOf(waits, bookable.id, asked)}
        place={refusal?.waitPlace}
        onJoin={() => waitActs.join({ start, end, partyId })}
        onLeave={waitActs.leave}
      />
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
        <span>
          <b>{words.begun(other)}</b> <HowSoon target={{ kind: "instant", at: other.start }} />
        </span>
        {instead ? (
          <span className={styles.quiet}>
            {t("bookables.instead", { when: words.when(timeOf(instead)) })}
          </span>
        ) : null}
      </span>
      <Button
        size={40}
        aria-label={t(instead ? "bookables.exchange" : "bookables.book", { when })}
        onClick={() => onTake(instead)}
      >
        {t(instead ? "bookables.exchangeIt" : "bookables.bookIt")}
      </Button>
    </li>
  );
}

/** A no, or that there is none any more. */
type Judgement = RefusalRecord & { readonly isGranted?: boolean };

/** The no with its ways out: as the server answered a booking, or asked for now. */
function useRefusal(
  accountId: string,
  { bookable, start, end, refusal, partyId: asked }: AskedTime,
  partyId: string | null,
) {
  const [judged, setJudged] = useState<Judgement>();
  // Answered for whom it was asked; for somebody else it is asked anew.
  const isAnswered = refusal !== undefined && (asked ?? null) === partyId;
  useEffect(() => {
    if (isAnswered) return;
    let isHere = true;
    const wish = {
      bookableId: bookable.id,
      start: formatUtcDateTime(start),
      end: formatUtcDateTime(end),
      partyId,
    };
    void judgeBooking(accountId, wish).then((given) => {
      if (!isHere) return;
      if (given.ok && !given.value.isGranted) setJudged(given.value as RefusalRecord);
      else setJudged({ reasons: [], alternatives: [], isGranted: given.ok });
    });
    return () => void (isHere = false);
  }, [accountId, bookable.id, start, end, partyId, isAnswered]);
  return isAnswered ? (refusal as Judgement) : judged;
}
