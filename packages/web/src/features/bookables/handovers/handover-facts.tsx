import type { BookableRecord, BookingHandoverRecord } from "@snart/calendar/jmap/booking.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { machineZone } from "../../../i18n/viewer-zone.ts";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { timeOf } from "../model.ts";
import { zoneOf } from "../use-bookings.ts";
import { useTimeWords, type TimeWords } from "../use-time-words.ts";
import styles from "../act-list.module.css";

interface FactsProps {
  readonly handover: BookingHandoverRecord;
  readonly thing: BookableRecord | undefined;
}

/** What would change hands, who asks or is asked, and until when it can be answered. */
export function HandoverFacts({ handover, thing }: FactsProps) {
  const words = useTimeWords(thing ? zoneOf(thing) : machineZone());
  const { isAsker, booking } = handover;
  const time = timeOf(booking);
  const at = Date.parse(handover.expiresAt);
  return (
    <span className={styles.what}>
      <b>{isolated(booking.bookableName)}</b>
      <span>
        {words.begun(time)} <HowSoon target={{ kind: "instant", at: time.start }} />
      </span>
      <span>
        <WhoIsAsked handover={handover} words={words} />
      </span>
      <span>
        <Sentence
          of="bookables.handover.until"
          args={{
            when: words.moment(at),
            distance: <HowSoon target={{ kind: "instant", at }} warm={!isAsker} />,
          }}
        />
      </span>
    </span>
  );
}

interface WhoIsAskedProps {
  readonly handover: BookingHandoverRecord;
  readonly words: TimeWords;
}

/** The sentence about the other side, and what would be given in return. */
export function WhoIsAsked({ handover, words }: WhoIsAskedProps) {
  const { isAsker, inReturn, fromName, toName } = handover;
  const args = {
    kind: inReturn ? "swap" : "handover",
    name: isolated((isAsker ? toName : fromName) ?? ""),
    isKnown: toName === null ? "no" : "yes",
    thing: inReturn ? isolated(inReturn.bookableName) : "",
    when: inReturn ? words.when(timeOf(inReturn)) : "",
  };
  return <Sentence of={isAsker ? "bookables.handover.asked" : "bookables.handover.offered"} args={args} />;
}
