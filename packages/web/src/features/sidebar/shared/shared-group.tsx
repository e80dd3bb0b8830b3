import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { useCalendarStore } from "../../../store/calendar-context.tsx";
import type { CalendarEntry } from "../../../store/items/entries.ts";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { useStoredFlag } from "../../../ui/use-stored-flag.ts";
import { CalendarRow } from "../calendar-row.tsx";
import type { CalendarGroup } from "./groups-of-calendars.ts";
import lists from "../calendar-list.module.css";
import styles from "./shared-groups.module.css";

/** The rows of an open group before "6 more". */
const ROWS = 7;

interface SharedGroupProps {
  readonly group: CalendarGroup;
  readonly all: readonly CalendarEntry[];
  /** what is searched for is in it: it is open, with all its rows */
  readonly isFound: boolean;
  readonly isOpenAtFirst: boolean;
}

/** A group of calendars that opens and closes, with how many of them are shown. */
export function SharedGroup({ group, all, isFound, isOpenAtFirst }: SharedGroupProps) {
  const t = useMessages();
  const listId = useId();
  const [isUnfolded, unfold] = useStoredFlag(`sidebar.group.${group.id}`, isOpenAtFirst);
  const [isWhole, setWhole] = useState(false);
  const { name, calendars } = group;
  const isOpen = isFound || isUnfolded;
  const rows = isFound || isWhole || calendars.length === ROWS + 1 ? calendars : calendars.slice(0, ROWS);
  const count = calendars.length - rows.length;
  return (
    <div>
      <div className={styles.group}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          onClick={() => unfold(!isOpen)}
        >
          <ChevronRight size={15} strokeWidth={1.8} aria-hidden />
          <span className={styles.groupName}>{name}</span>
        </button>
        <ShowAll group={group} />
      </div>
      {isOpen ? (
        <ul id={listId} aria-label={name} className={lists.list}>
          {rows.map((calendar) => (
            <CalendarRow key={calendar.key} calendar={calendar} all={all} />
          ))}
          {count > 0 ? (
            <li>
              <button type="button" className={styles.rest} onClick={() => setWhole(true)}>
                {t("sidebar.moreCalendars", { count })}
              </button>
            </li>
          ) : null}
        </ul>
      ) : null}
    </div>
  );
}

/** Shows or hides all calendars of a group: a box with a tick, with a dash when only some are shown, or empty. */
function ShowAll({ group: { name, calendars } }: { readonly group: CalendarGroup }) {
  const t = useMessages();
  const store = useCalendarStore();
  const count = calendars.length;
  const shown = calendars.filter(({ isVisible }) => isVisible).length;
  const isAll = shown === count;
  return (
    <Checkbox
      className={styles.showAll}
      checked={isAll}
      isMixed={shown > 0 && !isAll}
      aria-label={t("sidebar.showGroup", { name, shown, count })}
      onChange={() => store.setVisible(name, new Map(calendars.map(({ key }) => [key, !isAll])))}
    >
      <span aria-hidden>{t("sidebar.shownOf", { shown, count })}</span>
    </Checkbox>
  );
}
