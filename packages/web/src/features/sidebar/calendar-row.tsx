import { Ellipsis } from "lucide-react";
import { useSyncExternalStore, type MouseEvent } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { useCalendarStore } from "../../store/calendar-context.tsx";
import type { CalendarEntry } from "../../store/items/entries.ts";
import { feedTroubles, sidebarMenu } from "./model.ts";
import { Swatch } from "../../ui/swatch.tsx";
import styles from "./calendar-list.module.css";

interface CalendarRowProps {
  readonly calendar: CalendarEntry;
  /** every calendar of the viewer, for showing this one alone */
  readonly all: readonly CalendarEntry[];
}

/** A calendar with its owner, its menu, and why it is not up to date. */
export function CalendarRow({ calendar, all }: CalendarRowProps) {
  const t = useMessages();
  const store = useCalendarStore();
  const troubles = useSyncExternalStore(feedTroubles.subscribe, feedTroubles.get);
  const { key, name, colour, isVisible, ownerName } = calendar;
  const press = ({ altKey }: MouseEvent): void => {
    if (!altKey) return store.setVisible(name, new Map([[key, !isVisible]]));
    const isAlone = isVisible && all.every((it) => it.key === key || !it.isVisible);
    store.setVisible(name, new Map(all.map((it) => [it.key, isAlone || it.key === key])));
  };
  return (
    <li className={styles.item}>
      <button
        type="button"
        role="switch"
        aria-checked={isVisible}
        aria-label={t("sidebar.show", { name })}
        className={styles.row}
        onClick={press}
      >
        <Swatch colour={colour} hollow={!isVisible} />
        <span className={styles.name}>{name}</span>
        {/* The name may say whose it is. */}
        {ownerName === undefined || ownerName === name ? null : (
          <span className={styles.owner}>{ownerName}</span>
        )}
      </button>
      <button
        type="button"
        className={styles.more}
        aria-haspopup="menu"
        aria-label={t("calendars.more", { name })}
        onClick={({ currentTarget: anchor }) => sidebarMenu.set({ about: { kind: "calendar", key }, anchor })}
      >
        <Ellipsis size={16} strokeWidth={1.6} aria-hidden />
      </button>
      {troubles.has(key) ? <p className={styles.trouble}>{troubles.get(key)}</p> : null}
    </li>
  );
}
