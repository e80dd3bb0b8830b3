import { ChevronRight } from "lucide-react";
import { Link } from "wouter";
import { useNow } from "../../i18n/clock.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import type { AskedTime } from "./asked-time.ts";
import {
  boardPath,
  isAtOnce,
  likelyHousehold,
  LOOK_AHEAD_DAYS,
  nextFree,
  refusedFirst,
  timeOf,
  type ThingRow as Row,
} from "./model.ts";
import { KindSign } from "./rows/kind-sign.tsx";
import { quotaOf } from "./side/quota.ts";
import { sayable } from "./presence/presence.ts";
import { Release, RowPresence } from "./presence/presence-part.tsx";
import { useBookingActs } from "./use-booking-acts.ts";
import { zoneOf, type Bookings } from "./use-bookings.ts";
import { useTimeWords } from "./use-time-words.ts";
import styles from "./overview.module.css";

interface ThingRowProps {
  readonly row: Row;
  /** its button is the primary one */
  readonly isFirst: boolean;
  readonly accountId: string;
  readonly bookings: Bookings;
  readonly onAsk: (asked: AskedTime) => void;
}

/** A thing: one's next time, its next free time, and one press that books that. */
export function ThingRow({ row, isFirst, accountId, bookings, onAsk }: ThingRowProps) {
  const t = useMessages();
  const { bookable, own, slots } = row;
  const zone = zoneOf(bookable);
  const words = useTimeWords(zone);
  const acts = useBookingActs(accountId, bookable, bookings, (wish, refusal) =>
    onAsk({ bookable, start: wish.start, end: wish.end, partyId: wish.partyId, refusal }),
  );
  const now = useNow();
  const isAwaited = own !== undefined && sayable(own, now).checkIn;
  const free = slots && nextFree(slots);
  const why = slots && refusedFirst(slots, now);
  const board = boardPath(bookable.id, zone.toLocal(free ? Date.parse(free.start) : now));
  const press = (): void => {
    if (!free) return;
    // For whom, and by which house rules, is asked where it is not clear.
    const isClear = isAtOnce(free) && bookings.households.length < 2;
    if (isClear) void acts.book({ bookable, ...timeOf(free), partyId: null });
    else onAsk({ bookable, ...timeOf(free), slot: free });
  };
  return (
    <li className={styles.row}>
      <div className={styles.name}>
        <KindSign bookable={bookable} />
        <Link href={board}>
          {isolated(bookable.name)}
          <ChevronRight size={16} strokeWidth={1.7} aria-hidden />
        </Link>
        <About row={row} accountId={accountId} bookings={bookings} />
      </div>
      <OwnTime row={row} />
      <NextFree row={row} />
      <div className={styles.act}>
        {own ? <RowPresence booking={own} acts={acts} words={words} /> : null}
        {free ? (
          <Button look={isFirst && !isAwaited ? "primary" : "plain"} size={36} onClick={press}>
            {Date.parse(free.start) <= now
              ? t("bookables.bookNow", { until: words.until(Date.parse(free.end)) })
              : t("bookables.book", { when: words.when(timeOf(free)) })}
          </Button>
        ) : null}
        {!free && why ? (
          <Button
            look="quiet"
            size={36}
            className={styles.why}
            aria-label={`${t("bookables.whyNot")} ${isolated(bookable.name)}`}
            onClick={() => onAsk({ bookable, ...timeOf(why), slot: why })}
          >
            {t("bookables.whyNot")}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

/** Where it is, and how many bookings one has left of it. */
function About({
  row: { bookable },
  accountId,
  bookings,
}: Pick<ThingRowProps, "row" | "accountId" | "bookings">) {
  const t = useMessages();
  const now = useNow();
  const { known, households } = bookings;
  const party = known && (likelyHousehold(households, known.bookings, accountId) ?? accountId);
  const quota = known && party !== undefined ? quotaOf(bookable, known, party, now) : undefined;
  const parts = [
    isolated(bookable.place),
    quota ? t("bookables.side.short", { left: quota.left, max: quota.max }) : "",
  ].filter(Boolean);
  return parts.length > 0 ? <span>{parts.join(", ")}</span> : null;
}

/** That a column has nothing to say; a phone, which has no columns, leaves it out. */
const Nothing = () => (
  <p className={styles.none} aria-hidden>
    –
  </p>
);

function OwnTime({ row: { own, bookable } }: { readonly row: Row }) {
  const t = useMessages();
  const now = useNow();
  const words = useTimeWords(zoneOf(bookable));
  if (!own) return <Nothing />;
  const time = timeOf(own);
  const isRunning = time.start <= now;
  return (
    <p className={styles.time}>
      <span className={styles.label}>{t("bookables.yourTime")} </span>
      <b>{isRunning ? t("bookables.now", { until: words.until(time.end) }) : words.begun(time)}</b>{" "}
      <HowSoon target={{ kind: "instant", at: isRunning ? time.end : time.start }} />
      <Release booking={own} words={words} />
    </p>
  );
}

function NextFree({ row: { slots, bookable } }: { readonly row: Row }) {
  const t = useMessages();
  const words = useTimeWords(zoneOf(bookable));
  const now = useNow();
  if (!bookable.rules) return <p className={styles.time}>{t("bookables.notOpen")}</p>;
  if (!slots) return <Nothing />;
  const free = nextFree(slots);
  if (!free) return <p className={styles.time}>{t("bookables.full", { days: LOOK_AHEAD_DAYS })}</p>;
  const time = timeOf(free);
  return (
    <p className={styles.time}>
      {time.start <= now ? null : <span className={styles.label}>{t("bookables.next")} </span>}
      <b>
        {time.start <= now ? t("bookables.freeUntil", { until: words.until(time.end) }) : words.begun(time)}
      </b>{" "}
      <HowSoon target={{ kind: "instant", at: time.start <= now ? time.end : time.start }} />
    </p>
  );
}
