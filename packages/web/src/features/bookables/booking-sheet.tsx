import { useState } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/fields/select.tsx";
import type { BookingSheetProps } from "./asked-time.ts";
import { endChoices } from "./end-choices.ts";
import { shownState, waitOf, wasFirst } from "./model.ts";
import { Consent } from "./house-rules/consent.tsx";
import { OwnBookingSheet } from "./own-booking-sheet.tsx";
import { RefusalPart } from "./refusal-part.tsx";
import { zoneOf } from "./use-bookings.ts";
import { TimeFacts } from "./time-facts.tsx";
import { useTimeWords } from "./use-time-words.ts";
import { OfferSheet } from "./waiting/offer-sheet.tsx";
import { useWish } from "./waiting/use-wish.ts";
import { WhoBooks } from "./waiting/who-books.tsx";
import { SheetFrame } from "./sheet/sheet-frame.tsx";
import styles from "./booking-sheet.module.css";

/** One time of a thing: to book it, to learn why not, or to cancel one's own. */
export function BookingSheet(props: BookingSheetProps) {
  const { asked, bookings, waits } = props;
  const { slot, refusal } = asked;
  const own = bookings.find(({ id }) => id === slot?.bookingId);
  if (own && !refusal) return <OwnBookingSheet {...props} booking={own} />;
  const wait = waitOf(waits, asked.bookable.id, asked);
  if (wait?.isKept === true) return <OfferSheet {...props} wait={wait} />;
  const isFree = !refusal && (!slot || shownState(slot) === "free");
  if (!isFree) return <RefusedSheet {...props} />;
  const Free = props.free ?? FreeSheet;
  return <Free {...props} />;
}

function FreeSheet(props: BookingSheetProps) {
  const { asked, slots, isDocked, onClose } = props;
  const t = useMessages();
  const { bookable, start } = asked;
  const words = useTimeWords(zoneOf(bookable));
  const ends = bookable.rules ? endChoices(bookable.rules, asked, zoneOf(bookable), slots) : [asked.end];
  const [end, setEnd] = useState(asked.upTo ?? ends[0] ?? asked.end);
  const time = { start, end };
  const { partyId, setPartyId, parties, toAccept, hasAccepted, setAccepted, maySend, send } = useWish(props);
  return (
    <SheetFrame
      isDocked={isDocked}
      title={words.long(time)}
      onClose={onClose}
      footer={
        <Button
          look="primary"
          size={40}
          className={styles.confirm}
          disabled={!maySend}
          onClick={() => void send(time)}
        >
          {t("bookables.book", { when: words.when(time) })}
        </Button>
      }
    >
      <TimeFacts {...asked} {...time} />
      {ends.length > 1 ? (
        <div className={styles.who}>
          <Select
            label={t("bookables.howLong")}
            options={ends.map((it) => ({
              value: String(it),
              label: t("bookables.until", { when: words.ending(it, start) }),
            }))}
            value={String(end)}
            onChange={(chosen) => setEnd(Number(chosen))}
          />
        </div>
      ) : null}
      <WhoBooks parties={parties} partyId={partyId} onChange={setPartyId} />
      {toAccept ? <Consent houseRules={toAccept} isGiven={hasAccepted} onChange={setAccepted} /> : null}
    </SheetFrame>
  );
}

function RefusedSheet(props: BookingSheetProps) {
  const t = useMessages();
  const { asked, isDocked, onClose } = props;
  const words = useTimeWords(zoneOf(asked.bookable));
  const title =
    asked.refusal && wasFirst(asked.refusal)
      ? t("bookables.first")
      : t("bookables.refused", { when: words.long(asked) });
  return (
    <SheetFrame isDocked={isDocked} title={title} onClose={onClose}>
      {asked.refusal && wasFirst(asked.refusal) ? <p className={styles.thing}>{words.long(asked)}</p> : null}
      <TimeFacts {...asked} />
      <RefusalPart {...props} />
    </SheetFrame>
  );
}
