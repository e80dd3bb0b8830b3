import type { BookingRecord } from "@snart/calendar/jmap/booking.ts";
import { useNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { timeOf } from "../model.ts";
import type { TimeWords } from "../use-time-words.ts";
import { WhoIsAsked } from "./handover-facts.tsx";
import { useHandovers } from "./use-handovers.ts";
import sheet from "../booking-sheet.module.css";
import styles from "./handovers.module.css";

/** Two ways for a booking to change hands. */
export type HandoverKind = "handover" | "swap";

interface HandoverPartProps {
  readonly accountId: string;
  readonly booking: BookingRecord;
  readonly words: TimeWords;
  readonly onChoose: (kind: HandoverKind) => void;
}

/** Who is asked to have an own booking, and asking, while it is still to come. */
export function HandoverPart({ accountId, booking, words, onChoose }: HandoverPartProps) {
  const t = useMessages();
  const now = useNow();
  const { handovers } = useHandovers(accountId, 0);
  if (booking.state !== "confirmed" || timeOf(booking).start <= now) return null;
  return (
    <>
      {handovers
        .filter(({ bookingId }) => bookingId === booking.id)
        .map((handover) => (
          <p key={handover.id} className={sheet.line}>
            <WhoIsAsked handover={handover} words={words} />
          </p>
        ))}
      <p className={styles.ways}>
        <Button size={40} onClick={() => onChoose("handover")}>
          {t("bookables.handover.handOver")}
        </Button>
        <Button size={40} onClick={() => onChoose("swap")}>
          {t("bookables.handover.swap")}
        </Button>
      </p>
    </>
  );
}
