import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useCalendarSnapshot, useCalendarStore } from "../../store/calendar-context.tsx";
import { shownFilter, type ShownFilter } from "../../grid/shown-filter.ts";
import { Button } from "../../ui/button.tsx";
import { SoonHorizon } from "./horizon.tsx";
import styles from "./empty-soon.module.css";

interface NothingShownProps {
  /** null: it is calendars that are hidden */
  readonly filter: ShownFilter | null;
}

/** Only some events are shown, and none of them is ahead: the day may well be full, so it is not called empty. */
export function NothingShown({ filter }: NothingShownProps) {
  const t = useMessages();
  const store = useCalendarStore();
  const { calendars } = useCalendarSnapshot();
  const hidden = calendars.filter(({ isVisible }) => !isVisible);
  const showAll = (): void => {
    if (filter) shownFilter.set(null);
    else store.setVisible(t("action.showAll"), new Map(hidden.map(({ key }) => [key, true])));
  };
  return (
    <>
      <h2 className={styles.lead}>{t("soon.noneShown")}</h2>
      <SoonHorizon items={[]} address="" onPick={nothing} />
      <div className={`${styles.begin} ${styles.hidden}`}>
        <p className={styles.hint}>
          {filter
            ? t("soon.noneShownHint", { name: isolated(filter.name) })
            : t("soon.hiddenHint", { count: hidden.length })}
        </p>
        <Button size={36} onClick={showAll}>
          {t(filter ? "tools.showAll" : "action.showAll")}
        </Button>
      </div>
    </>
  );
}

const nothing = () => {};
