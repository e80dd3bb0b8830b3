import { useState } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/fields/select.tsx";
import type { BookingSheetProps } from "./asked-time.ts";
import { endChoices } from "./end-choices.ts";
import { likelyHousehold, shownState, waitOf, wasFirst } from "./model.ts";
import { Consent } from "./house-rules/consent.tsx";
import { OwnBookingSheet } from "./own-booking-sheet.tsx";
import { RefusalPart } from "./refusal-part.tsx";
import { zoneOf } from "./use-bookings.ts";
import type { Wish } from "./use-booking-acts.ts";
import { TimeFacts } from "./time-facts.tsx";
import { useTimeWords } from "./use-time-words.ts";
import { OfferSheet } from "./waiting/offer-sheet.tsx";
import { useParties } from "./waiting/use-parties.ts";
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
  return isFree ? <FreeSheet {...props} /> : <RefusedSheet {...props} />;
}

function FreeSheet({
  accountId,
  asked,
  acts,
  bookings,
  slots,
  households,
  isDocked,
  onClose,
}: BookingSheetProps) {
  const t = useMessages();
  const { bookable, start, slot } = asked;
  const words = useTimeWords(zoneOf(bookable));
  const ends = bookable.rules ? endChoices(bookable.rules, asked, zoneOf(bookable), slots) : [asked.end];
  const [end, setEnd] = useState(asked.upTo ?? ends[0] ?? asked.end);
  const time = { start, end };
  const [partyId, setPartyId] = useState(() => likelyHousehold(households, bookings, accountId));
  const parties = useParties(accountId, bookable, households);
  const [hasAccepted, setAccepted] = useState(false);
  const [isSending, setSending] = useState(false);
  const { houseRules } = bookable.rules ?? {};
  const mustAccept = slot?.reasons.some(({ kind }) => kind === "rulesNotAccepted") === true;
  const confirm = async (): Promise<void> => {
    setSending(true);
    const consent = mustAccept && houseRules ? { acceptedRules: houseRules.version } : {};
    const wish: Wish = { bookable, start, end, partyId, ...consent };
    if (await acts.book(wish)) onClose();
    setSending(false);
  };
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
          disabled={isSending || (mustAccept && !hasAccepted)}
          onClick={() => void confirm()}
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
      {mustAccept && houseRules ? (
        <Consent houseRules={houseRules} isGiven={hasAccepted} onChange={setAccepted} />
      ) : null}
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
