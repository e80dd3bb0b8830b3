import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { useNow } from "../../../i18n/clock.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import type { SeenSlot } from "../model.ts";
import { zoneOf } from "../use-bookings.ts";
import { useTimeWords } from "../use-time-words.ts";
import { comingUp } from "./model.ts";
import styles from "./rooms.module.css";

interface ComingUpProps {
  readonly bookable: BookableRecord;
  /** of the day */
  readonly slots: readonly SeenSlot[];
}

/** What else is booked in a room on the day, with how soon. */
export function ComingUp({ bookable, slots }: ComingUpProps) {
  const t = useMessages();
  const words = useTimeWords(zoneOf(bookable));
  const coming = comingUp(slots, useNow());
  if (coming.length === 0) return null;
  return (
    <section className={styles.coming}>
      <h3>{t("bookables.rooms.coming", { name: isolated(bookable.name) })}</h3>
      <ul>
        {coming.map(({ start, state, who }) => (
          <li key={start}>
            <span>
              {words.time(start)} {who === null ? t("bookables.state", { state }) : isolated(who)}
            </span>
            <HowSoon target={{ kind: "instant", at: start }} />
          </li>
        ))}
      </ul>
    </section>
  );
}
