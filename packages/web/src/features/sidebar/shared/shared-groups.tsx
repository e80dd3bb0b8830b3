import { Search } from "lucide-react";
import { useState } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import type { CalendarEntry } from "../../../store/items/entries.ts";
import { useGroups } from "../../../store/use-groups.ts";
import { foundIn, groupsOfCalendars } from "./groups-of-calendars.ts";
import { SharedGroup } from "./shared-group.tsx";
import lists from "../calendar-list.module.css";
import styles from "./shared-groups.module.css";

interface SharedGroupsProps {
  readonly calendars: readonly CalendarEntry[];
  /** every calendar of the viewer */
  readonly all: readonly CalendarEntry[];
}

/** Many calendars of others: a field that finds them, and their groups, each shown or hidden at once. */
export function SharedGroups({ calendars, all }: SharedGroupsProps) {
  const t = useMessages();
  const [words, setWords] = useState("");
  const groups = useGroups(all.find(({ isShared }) => !isShared)?.accountId);
  if (groups === null) return null;
  const sorted = groupsOfCalendars(
    calendars,
    groups,
    t(groups.length > 0 ? "sidebar.others" : "sidebar.all"),
  );
  const isFinding = words.trim() !== "";
  const found = isFinding ? foundIn(sorted, words) : sorted;
  return (
    <section aria-label={t("sidebar.shared")}>
      <div className={styles.head}>
        <h2 className={lists.heading}>{t("sidebar.shared")}</h2>
        <span className={styles.count}>{t("sidebar.calendars", { count: calendars.length })}</span>
      </div>
      <label className={styles.field}>
        <Search size={14} strokeWidth={1.8} aria-hidden />
        <input
          type="search"
          aria-label={t("sidebar.find")}
          placeholder={t("sidebar.find")}
          value={words}
          maxLength={100}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape" || words === "") return;
            event.stopPropagation();
            setWords("");
          }}
        />
      </label>
      {found.map((group, index) => (
        <SharedGroup
          key={group.id}
          group={group}
          all={all}
          isFound={isFinding}
          isOpenAtFirst={index === 0 || calendars.length <= 12}
        />
      ))}
      {found.length === 0 ? <output className={styles.none}>{t("sidebar.noneFound")}</output> : null}
    </section>
  );
}
