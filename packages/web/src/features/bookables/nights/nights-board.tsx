import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { startOfDay, type Local } from "@snart/calendar/time/local.ts";
import { useState } from "react";
import { useNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useAlmanac } from "../../../grid/almanac/use-almanac.ts";
import type { AskedTime } from "../asked-time.ts";
import { zoneOf, type Bookings } from "../use-bookings.ts";
import { countOf, monthOf, nightsOf, timeOfStay, type Stay } from "./model.ts";
import { NightsGrid } from "./nights-grid.tsx";
import { StayPanel } from "./stay-panel.tsx";
import styles from "./nights.module.css";

interface NightsBoardProps {
  readonly accountId: string;
  readonly bookings: Bookings;
  readonly known: NonNullable<Bookings["known"]>;
  readonly bookable: BookableRecord;
  readonly monday: Local;
  readonly onAsk: (asked: AskedTime | undefined) => void;
}

/** A month of nights of one thing: a stay is chosen in it, and the panel beside it says what the rules say. */
export function NightsBoard({ accountId, bookings, known, bookable, monday, onAsk }: NightsBoardProps) {
  const t = useMessages();
  const now = useNow();
  const zone = zoneOf(bookable);
  const own = useAlmanac();
  const almanac = { ...own, region: bookable.rules?.almanac ?? own.region };
  const [stay, setStay] = useState<Stay>();
  const slots = known.boards.get(bookable.id);
  if (!slots) return bookings.isOffline ? null : <p className={styles.quiet}>{t("bookables.loading")}</p>;
  const { first, weeks } = monthOf(monday);
  const nights = nightsOf(slots, zone);
  const time = stay && timeOfStay(nights, stay);
  return (
    <div className={styles.board}>
      <div>
        <NightsGrid
          bookable={bookable}
          nights={nights}
          first={first}
          weeks={weeks}
          today={startOfDay(zone.toLocal(now))}
          almanac={almanac}
          stay={stay}
          onStay={setStay}
          onOpen={({ start, end, slot }) => onAsk({ bookable, start, end, slot })}
        />
        <p className={styles.keys}>{t("bookables.nights.keys")}</p>
      </div>
      <StayPanel
        accountId={accountId}
        bookings={bookings}
        known={known}
        bookable={bookable}
        time={stay && time && { ...time, count: countOf(stay) }}
        onAsk={onAsk}
        onDone={() => setStay(undefined)}
      />
    </div>
  );
}
