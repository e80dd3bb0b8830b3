import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { Check, X } from "lucide-react";
import { useState, type ReactNode } from "react";
import { firstInLine } from "../../../i18n/format.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { Button } from "../../../ui/button.tsx";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import type { AskedTime } from "../asked-time.ts";
import { likelyHousehold, type Time } from "../model.ts";
import { RefusalPart } from "../refusal-part.tsx";
import { useBookingActs } from "../use-booking-acts.ts";
import { zoneOf, type Bookings } from "../use-bookings.ts";
import { useWaitActs } from "../waiting/use-wait-acts.ts";
import { useParties } from "../waiting/use-parties.ts";
import { WhoBooks } from "../waiting/who-books.tsx";
import { Consent } from "../house-rules/consent.tsx";
import { useVerdict } from "./use-verdict.ts";
import { GoodToKnow } from "../side/good-to-know.tsx";
import { OwnTimes } from "../side/own-times.tsx";
import side from "../side/side.module.css";
import styles from "./nights.module.css";

export interface StayPanelProps {
  readonly accountId: string;
  readonly bookings: Bookings;
  readonly known: NonNullable<Bookings["known"]>;
  readonly bookable: BookableRecord;
  /** what is chosen; undefined: nothing yet */
  readonly time: (Time & { readonly count: number }) | undefined;
  /** arrival and departure, to be typed */
  readonly dates: ReactNode;
  readonly onAsk: (asked: AskedTime) => void;
  readonly onDone: () => void;
}

/** Beside the month: the stay that is chosen with what the rules say of it, one's own stays, and what is good to know. */
export function StayPanel(props: StayPanelProps) {
  const t = useMessages();
  const { bookable, time } = props;
  const { shortDay } = useFormats(zoneOf(bookable).id);
  return (
    <aside className={side.panel} aria-label={t("bookables.nights.stay")}>
      {time ? (
        <Chosen key={`${time.start} ${time.end}`} {...props} time={time} />
      ) : (
        <section>
          <p className={styles.quiet}>{t("bookables.nights.choose")}</p>
          {props.dates}
        </section>
      )}
      <OwnTimes
        {...props}
        title={t("bookables.nights.stays")}
        say={({ start, end }) => t("bookables.nights.range", { from: shortDay(start), to: shortDay(end) })}
      />
      <GoodToKnow bookable={bookable} />
    </aside>
  );
}

type ChosenProps = StayPanelProps & { readonly time: NonNullable<StayPanelProps["time"]> };

/** What the rules say of what is chosen, for whom, and booking it. */
function Chosen(props: ChosenProps) {
  const { accountId, bookings, known, bookable, time } = props;
  const t = useMessages();
  const [partyId, setPartyId] = useState(() =>
    likelyHousehold(bookings.households, known.bookings, accountId),
  );
  const parties = useParties(accountId, bookable, bookings.households);
  const [hasAccepted, setAccepted] = useState(false);
  const { houseRules } = bookable.rules ?? {};
  const consent = hasAccepted && houseRules ? { acceptedRules: houseRules.version } : {};
  const verdict = useVerdict(accountId, { bookableId: bookable.id, ...time, partyId, ...consent }, known.at);
  const refused = verdict?.isGranted === false ? verdict.reasons : [];
  const needsConsent = houseRules !== undefined && refused.some(({ kind }) => kind === "rulesNotAccepted");
  const isYes = verdict?.isGranted === true || (needsConsent && refused.length === 1);
  return (
    <section className={styles.chosen}>
      <StayFacts bookable={bookable} time={time} dates={props.dates} />
      <WhoBooks parties={parties} partyId={partyId} onChange={setPartyId} />
      <p className={styles.verdict} aria-live="polite">
        {verdict === undefined ? t("bookables.checking") : null}
        {verdict && isYes ? (
          <>
            <Check className={styles.yes} size={20} strokeWidth={2.4} aria-hidden />
            {t("bookables.nights.yes")}
          </>
        ) : null}
        {verdict && !isYes ? (
          <>
            <X className={styles.no} size={20} strokeWidth={2.4} aria-hidden />
            {t("bookables.nights.no", { count: refused.length })}
          </>
        ) : null}
      </p>
      {houseRules && (needsConsent || hasAccepted) ? (
        <Consent houseRules={houseRules} isGiven={hasAccepted} onChange={setAccepted} />
      ) : null}
      {verdict && isYes ? <BookStay {...props} {...consent} partyId={partyId} isOff={needsConsent} /> : null}
      {verdict?.isGranted === false && !isYes ? (
        <WaysOut {...props} partyId={partyId} verdict={verdict} />
      ) : null}
    </section>
  );
}

/** When one arrives and leaves, how soon, and for how long. */
function StayFacts({ bookable, time, dates }: Pick<ChosenProps, "bookable" | "time" | "dates">) {
  const t = useMessages();
  const zone = zoneOf(bookable);
  const { shortDay } = useFormats(zone.id);
  const language = useLanguage();
  return (
    <>
      <h3 className={styles.title}>
        {t("bookables.nights.range", {
          from: firstInLine(shortDay(time.start), language),
          to: shortDay(time.end),
        })}
      </h3>
      <p className={styles.soon}>
        <HowSoon target={{ kind: "instant", at: time.start }} size={19} />
      </p>
      {dates}
      <p className={styles.quiet}>{t("bookables.setup.nights", { count: time.count })}</p>
    </>
  );
}

interface BookStayProps extends ChosenProps {
  readonly partyId: string | null;
  readonly acceptedRules?: number;
  readonly isOff: boolean;
}

function BookStay({
  accountId,
  bookings,
  bookable,
  time,
  partyId,
  acceptedRules,
  isOff,
  onAsk,
  onDone,
}: BookStayProps) {
  const t = useMessages();
  const { shortDay } = useFormats(zoneOf(bookable).id);
  const [isSending, setSending] = useState(false);
  const acts = useBookingActs(accountId, bookable, bookings, (wish, refusal) =>
    onAsk({ bookable, start: wish.start, end: wish.end, partyId: wish.partyId, refusal }),
  );
  const book = async (): Promise<void> => {
    setSending(true);
    const { start, end } = time;
    const accepted = acceptedRules === undefined ? {} : { acceptedRules };
    if (await acts.book({ bookable, start, end, partyId, ...accepted })) onDone();
    setSending(false);
  };
  const when = t("bookables.nights.range", { from: shortDay(time.start), to: shortDay(time.end) });
  return (
    <Button
      look="primary"
      size={40}
      className={styles.book}
      disabled={isOff || isSending}
      onClick={() => void book()}
    >
      {t("bookables.book", { when })}
    </Button>
  );
}

interface WaysOutProps extends ChosenProps {
  readonly partyId: string | null;
  readonly verdict: NonNullable<AskedTime["refusal"]>;
}

/** All reasons, other stays, and the waiting list. */
function WaysOut({
  accountId,
  bookings,
  known,
  bookable,
  time,
  partyId,
  verdict,
  onAsk,
  onDone,
}: WaysOutProps) {
  const acts = useBookingActs(accountId, bookable, bookings, (wish, refusal) =>
    onAsk({ bookable, start: wish.start, end: wish.end, partyId: wish.partyId, refusal }),
  );
  const waitActs = useWaitActs(accountId, bookable, bookings);
  const { start, end } = time;
  return (
    <RefusalPart
      key={JSON.stringify([partyId, verdict.reasons])}
      accountId={accountId}
      asked={{ bookable, start, end, partyId, refusal: verdict }}
      acts={acts}
      waitActs={waitActs}
      bookings={known.bookings}
      slots={[]}
      waits={known.waits}
      households={[]}
      groups={known.groups}
      bookables={known.bookables}
      onChanged={bookings.reload}
      onClose={onDone}
    />
  );
}
