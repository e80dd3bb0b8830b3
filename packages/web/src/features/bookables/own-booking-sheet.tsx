import type { BookingRecord } from "@snart/calendar/jmap/booking.ts";
import { useState } from "react";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useNow } from "../../i18n/clock.ts";
import { Sentence } from "../../i18n/sentence.tsx";
import { Button } from "../../ui/button.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import type { BookingSheetProps } from "./asked-time.ts";
import { AskSheet } from "./handovers/ask-sheet.tsx";
import { HandoverPart, type HandoverKind } from "./handovers/handover-part.tsx";
import { PresencePart } from "./presence/presence-part.tsx";
import { TimeFacts } from "./time-facts.tsx";
import { isInTime, timeOf } from "./model.ts";
import { zoneOf } from "./use-bookings.ts";
import { useTimeWords } from "./use-time-words.ts";
import { SheetFrame } from "./sheet/sheet-frame.tsx";
import { WeekLater } from "./sheet/week-later.tsx";
import styles from "./booking-sheet.module.css";

interface OwnBookingSheetProps extends BookingSheetProps {
  readonly booking: BookingRecord;
}

/** An own booking, or who is asked to have it. */
export function OwnBookingSheet(props: OwnBookingSheetProps) {
  const [kind, setKind] = useState<HandoverKind>();
  return kind ? <AskSheet {...props} kind={kind} /> : <OwnBooking {...props} onChoose={setKind} />;
}

interface OwnBookingProps extends OwnBookingSheetProps {
  readonly onChoose: (kind: HandoverKind) => void;
}

/** For whom, until when cancelling does not count, handing it over, and cancelling it. */
function OwnBooking({
  accountId,
  asked,
  acts,
  booking,
  bookings,
  groups,
  isDocked,
  onClose,
  onChoose,
}: OwnBookingProps) {
  const t = useMessages();
  const now = useNow();
  const { bookable } = asked;
  const words = useTimeWords(zoneOf(bookable));
  const [isSending, setSending] = useState(false);
  const { cancelUntil } = booking;
  const until = cancelUntil === null ? undefined : Date.parse(cancelUntil);
  const household = groups.find(({ id }) => id === booking.partyId);
  const cancel = async (): Promise<void> => {
    setSending(true);
    if (await acts.cancel(booking)) onClose();
    setSending(false);
  };
  return (
    <SheetFrame
      isDocked={isDocked}
      title={words.long(timeOf(booking))}
      onClose={onClose}
      footer={
        <>
          <WeekLater
            bookable={bookable}
            booking={booking}
            bookings={bookings}
            acts={acts}
            className={styles.confirm}
            onBooked={onClose}
          />
          <Button
            look={isInTime(booking, now) ? "plain" : "danger"}
            size={40}
            className={styles.confirm}
            disabled={isSending}
            onClick={() => void cancel()}
          >
            {t("bookables.cancel")}
          </Button>
        </>
      }
    >
      <TimeFacts {...asked} {...timeOf(booking)} />
      <PresencePart booking={booking} acts={acts} words={words} />
      <p className={styles.line}>
        {t("bookables.state", { state: booking.state === "requested" ? "requested" : "yours" })}
        {household ? ` · ${isolated(household.name)}` : null}
      </p>
      {until === undefined ? null : (
        <p className={styles.line}>
          {isInTime(booking, now) ? (
            <Sentence
              of="bookables.cancelInTime"
              args={{
                when: words.moment(until),
                distance: <HowSoon target={{ kind: "instant", at: until }} />,
              }}
            />
          ) : (
            t("bookables.cancelLate", { when: words.moment(until) })
          )}
        </p>
      )}
      <HandoverPart accountId={accountId} booking={booking} words={words} onChoose={onChoose} />
    </SheetFrame>
  );
}
