import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { addDays, dayOf, startOfDay, startOfWeek, type Local } from "@snart/calendar/time/local.ts";
import { useState } from "react";
import { useLocation } from "wouter";
import { useNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useAlmanac } from "../../../grid/almanac/use-almanac.ts";
import type { AskedTime } from "../asked-time.ts";
import { Earlier } from "../rows/earlier.tsx";
import { boardPath } from "../model.ts";
import { Legend } from "../legend.tsx";
import { zoneOf, type Bookings } from "../use-bookings.ts";
import { countOf, lotOfNight, monthOf, nightsOf, timeOfStay, weeksOver, type Stay } from "./model.ts";
import { NightsGrid } from "./nights-grid.tsx";
import { StayDates } from "./stay-dates.tsx";
import { StayPanel } from "./stay-panel.tsx";
import { ListSkeleton } from "../../../ui/plain-page.tsx";
import side from "../side/side.module.css";

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
  // Its rules go by its own holidays, shown elsewhere or not.
  const almanac = { ...own, isHidden: false, region: bookable.rules?.almanac ?? own.region };
  const [stay, setStay] = useState<Stay>();
  const today = startOfDay(zone.toLocal(now));
  // Whoever comes with the address of a week that is over wants to see it.
  const [isAllShown, setAllShown] = useState(addDays(monday, 7) <= today);
  const [, navigate] = useLocation();
  const slots = known.boards.get(bookable.id);
  if (!slots) return bookings.isOffline ? null : <ListSkeleton label={t("bookables.loading")} />;
  const { first, weeks } = monthOf(monday);
  const nights = nightsOf(slots, zone);
  const over = weeksOver(weeks, today);
  const shown = isAllShown ? weeks : weeks.slice(over);
  const from = dayOf(shown[0] ?? monday);
  const time = stay && timeOfStay(bookable, zone, stay);
  const choose = (chosen: Stay): void => {
    setStay(chosen);
    if (!nights.has(chosen.first))
      navigate(boardPath(bookable.id, startOfWeek((chosen.first * DAY) as Local)));
  };
  return (
    <div className={side.board}>
      <div>
        {over > 0 ? (
          <Earlier
            label={t("bookables.earlierWeeks", { count: over })}
            isOpen={isAllShown}
            onToggle={() => setAllShown(!isAllShown)}
          />
        ) : null}
        <NightsGrid
          bookable={bookable}
          // The night before the first day goes over into it.
          nights={new Map([...nights].filter(([day]) => day >= from - 1))}
          first={first}
          weeks={shown}
          today={today}
          almanac={almanac}
          stay={stay}
          onStay={setStay}
          onOpen={({ start, end, slot }) => onAsk({ bookable, start, end, slot })}
        />
        <Legend
          keys="bookables.nights.keys"
          hasLots={[...nights.values()].some((night) => lotOfNight(night) !== undefined)}
        />
      </div>
      <StayPanel
        accountId={accountId}
        bookings={bookings}
        known={known}
        bookable={bookable}
        time={stay && time && { ...time, count: countOf(stay) }}
        dates={
          <StayDates
            key={`${first} ${stay?.first} ${stay?.last}`}
            bookable={bookable}
            nights={nights}
            stay={stay}
            today={today}
            onStay={choose}
          />
        }
        onAsk={onAsk}
        onDone={() => setStay(undefined)}
      />
    </div>
  );
}
