import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { startOfDay } from "@snart/calendar/time/local.ts";
import { DoorOpen } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { fetchBookables } from "../../../api/items/booking-api.ts";
import { clockNow } from "../../../i18n/clock.ts";
import { sortedByName } from "../../../i18n/format.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { useAccount } from "../../../store/session.ts";
import type { CalendarEntry } from "../../../store/items/entries.ts";
import { boardPath } from "../../bookables/model.ts";
import { SharedGroup } from "./shared-group.tsx";
import styles from "../calendar-list.module.css";

/** More of them are found under all of them. */
const MOST = 6;

interface BookableListProps {
  /** every calendar of the viewer */
  readonly all: readonly CalendarEntry[];
}

/** What can be booked, each leading to its week, and the calendars of what one looks after; nothing where there is nothing. */
export function BookableList({ all }: BookableListProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const accountId = useAccount()?.id;
  const [path] = useLocation();
  const isInside = path.startsWith("/bookables");
  const [bookables, setBookables] = useState<readonly BookableRecord[]>([]);
  // Whoever comes from making one finds it here.
  useEffect(() => {
    if (accountId === undefined) return;
    void fetchBookables(accountId).then((given) => given.ok && setBookables(given.value));
  }, [accountId, isInside]);
  if (bookables.length === 0) return null;
  const today = startOfDay(zone.toLocal(clockNow()));
  const label = t("bookables.title");
  return (
    <section aria-label={label}>
      <h2 className={styles.heading}>{label}</h2>
      <ul className={styles.list}>
        <li>
          <Link
            href="/bookables"
            className={styles.row}
            aria-current={path === "/bookables" ? "page" : undefined}
          >
            <DoorOpen size={16} strokeWidth={1.6} aria-hidden />
            <span className={styles.name}>{t("bookables.all")}</span>
            <span className={styles.owner}>{bookables.length}</span>
          </Link>
        </li>
        {sortedByName(bookables, ({ name }) => name)
          .slice(0, MOST)
          .map(({ id, name }) => (
            <li key={id}>
              <Link
                href={boardPath(id, today)}
                className={styles.row}
                aria-current={path.startsWith(`/bookables/${id}/`) ? "page" : undefined}
              >
                <span className={styles.dot} aria-hidden />
                <span className={styles.name}>{isolated(name)}</span>
              </Link>
            </li>
          ))}
      </ul>
      <OwnCalendars all={all} />
    </section>
  );
}

/** The calendars of what one looks after, folded until somebody opens them: who looks after a house has twenty. */
function OwnCalendars({ all }: BookableListProps) {
  const t = useMessages();
  const calendars = all.filter(({ isOfBookable }) => isOfBookable);
  if (calendars.length === 0) return null;
  const group = { id: "bookables", name: t("sidebar.ofBookables"), calendars };
  return <SharedGroup group={group} all={all} isFound={false} isOpenAtFirst={false} />;
}
