import type { Local } from "@snart/calendar/time/local.ts";
import { useSyncExternalStore } from "react";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { SegmentedControl } from "../../../ui/fields/segmented-control.tsx";
import { chooseColumns, dayColumns } from "../../../grid/day-columns.ts";
import { namedDays } from "../../../grid/almanac/red-days.ts";
import { useAlmanac } from "../../../grid/almanac/use-almanac.ts";
import styles from "./day-columns.module.css";

/** Shows the day's name, if it has one, and the choice of its columns. */
export function ColumnsStrip({ day }: { readonly day: Local }) {
  const t = useMessages();
  const language = useLanguage();
  const kind = useSyncExternalStore(dayColumns.subscribe, dayColumns.get);
  const almanac = useAlmanac();
  const named = kind === "one" ? [] : namedDays([day], almanac);
  return (
    <div className={styles.strip}>
      {named.map(({ named: { names, kind: of } }) => (
        <span key={names.en} className={styles.named} data-kind={of}>
          {language === "sv" ? names.sv : names.en}
        </span>
      ))}
      <span className={styles.label} aria-hidden>
        {t("columns.label")}
      </span>
      <SegmentedControl
        label={t("columns.label")}
        value={kind}
        onChange={chooseColumns}
        segments={[
          { value: "one", label: t("columns.one") },
          { value: "calendar", label: t("columns.byCalendar") },
          { value: "person", label: t("columns.byPerson") },
        ]}
      />
    </div>
  );
}
