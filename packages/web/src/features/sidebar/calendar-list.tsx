import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useMessages } from "../../i18n/messages.ts";
import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import type { CalendarEntry } from "../../store/items/entries.ts";
import { part } from "../../ui/part.tsx";
import { CalendarRow } from "./calendar-row.tsx";
import styles from "./calendar-list.module.css";

/** With more calendars of others than this, they stand in groups. */
const MOST_UNGROUPED = 7;

const { Soon: SharedGroups } = part(() => import("./shared/shared-groups.tsx").then((it) => it.SharedGroups));

const { Soon: BookableList } = part(() => import("./shared/bookable-list.tsx").then((it) => it.BookableList));

/** All calendars, one's own first. Pressing one shows or hides it; with Alt only that one is shown. */
export function CalendarList({ calendars }: { readonly calendars: readonly CalendarEntry[] }) {
  const t = useMessages();
  const { phase } = useCalendarSnapshot();
  if (calendars.length === 0)
    return phase === "starting" ? (
      <>
        <h2 className={styles.heading}>{t("sidebar.mine")}</h2>
        <div className={styles.waiting} aria-hidden />
      </>
    ) : null;
  const shared = calendars.filter((it) => it.isShared && !it.isOfBookable);
  // Of one's own, what nobody can write to is filled from an address.
  const followed = calendars.filter((it) => !it.isShared && !it.mayWrite);
  return (
    <>
      <Group
        label={t("sidebar.mine")}
        end={
          <Link href="/settings/calendars#new" className={styles.new} aria-label={t("calendars.new")}>
            <Plus size={16} strokeWidth={1.6} aria-hidden />
          </Link>
        }
        calendars={calendars.filter((it) => !it.isShared && it.mayWrite)}
        all={calendars}
      />
      {shared.length > MOST_UNGROUPED ? (
        <SharedGroups calendars={shared} all={calendars} />
      ) : (
        <Group label={t("sidebar.shared")} calendars={shared} all={calendars} />
      )}
      <Group label={t("sidebar.followed")} calendars={followed} all={calendars} />
      <BookableList all={calendars} />
    </>
  );
}

interface GroupProps {
  readonly label: string;
  /** beside the heading */
  readonly end?: ReactNode;
  readonly calendars: readonly CalendarEntry[];
  readonly all: readonly CalendarEntry[];
}

const Group = ({ label, end, calendars, all }: GroupProps) =>
  calendars.length === 0 ? null : (
    <section aria-label={label}>
      <h2 className={styles.heading}>{label}</h2>
      {end}
      <ul className={styles.list}>
        {calendars.map((calendar) => (
          <CalendarRow key={calendar.key} calendar={calendar} all={all} />
        ))}
      </ul>
    </section>
  );
