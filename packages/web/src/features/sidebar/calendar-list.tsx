import { Ellipsis } from "lucide-react";
import { useSyncExternalStore, type MouseEvent } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { useCalendarSnapshot, useCalendarStore } from "../../store/calendar-context.tsx";
import type { CalendarEntry } from "../../store/items/entries.ts";
import { feedTroubles, sidebarMenu } from "./model.ts";
import { Swatch } from "../../ui/swatch.tsx";
import styles from "./calendar-list.module.css";

/** All calendars in their groups. Pressing one shows or hides it; with Alt only that one is shown. */
export function CalendarList({ calendars }: { readonly calendars: readonly CalendarEntry[] }) {
  const t = useMessages();
  const { phase } = useCalendarSnapshot();
  if (calendars.length === 0)
    return phase === "starting" ? <div className={styles.waiting} aria-hidden /> : null;
  return (
    <>
      <Group label={t("sidebar.mine")} calendars={calendars.filter((it) => !it.isShared)} all={calendars} />
      <Group label={t("sidebar.shared")} calendars={calendars.filter((it) => it.isShared)} all={calendars} />
      <button
        type="button"
        className={styles.only}
        aria-haspopup="menu"
        onClick={({ currentTarget: anchor }) => sidebarMenu.set({ about: { kind: "filter" }, anchor })}
      >
        {t("sidebar.showOnly")}
      </button>
    </>
  );
}

interface GroupProps {
  readonly label: string;
  readonly calendars: readonly CalendarEntry[];
  readonly all: readonly CalendarEntry[];
}

function Group({ label, calendars, all }: GroupProps) {
  const t = useMessages();
  const store = useCalendarStore();
  const troubles = useSyncExternalStore(feedTroubles.subscribe, feedTroubles.get);
  if (calendars.length === 0) return null;
  const press = (calendar: CalendarEntry, event: MouseEvent): void => {
    if (!event.altKey) return store.setVisible(calendar.name, new Map([[calendar.key, !calendar.isVisible]]));
    const isAlone = calendar.isVisible && all.every((it) => it.key === calendar.key || !it.isVisible);
    store.setVisible(calendar.name, new Map(all.map((it) => [it.key, isAlone || it.key === calendar.key])));
  };
  return (
    <section aria-label={label}>
      <h2 className={styles.heading}>{label}</h2>
      <ul className={styles.list}>
        {calendars.map((calendar) => (
          <li key={calendar.key} className={styles.item}>
            <button
              type="button"
              role="switch"
              aria-checked={calendar.isVisible}
              aria-label={t("sidebar.show", { name: calendar.name })}
              className={styles.row}
              onClick={(event) => press(calendar, event)}
            >
              <Swatch colour={calendar.colour} hollow={!calendar.isVisible} />
              <span className={styles.name}>
                {calendar.name}
                <Owner calendar={calendar} />
              </span>
            </button>
            <button
              type="button"
              className={styles.more}
              aria-haspopup="menu"
              aria-label={t("calendars.more", { name: calendar.name })}
              onClick={({ currentTarget: anchor }) =>
                sidebarMenu.set({ about: { kind: "calendar", key: calendar.key }, anchor })
              }
            >
              <Ellipsis size={16} strokeWidth={1.6} aria-hidden />
            </button>
            {troubles.has(calendar.key) ? (
              <p className={styles.trouble}>{troubles.get(calendar.key)}</p>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whose a shared calendar is, unless its name says so. */
function Owner({ calendar: { name, ownerName } }: { readonly calendar: CalendarEntry }) {
  return ownerName === undefined || ownerName === name ? null : (
    <span className={styles.owner}> {ownerName}</span>
  );
}
