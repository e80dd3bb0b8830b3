import { ChevronLeft, ChevronRight } from "lucide-react";
import type { Local } from "@snart/calendar/time/local.ts";
import { useSyncExternalStore } from "react";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { SegmentedControl } from "../../../ui/fields/segmented-control.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { chooseColumns, dayColumns } from "../../../grid/day-columns.ts";
import { namedDays } from "../../../grid/almanac/red-days.ts";
import { useAlmanac } from "../../../grid/almanac/use-almanac.ts";
import type { CalendarPageState } from "../page/use-calendar-page.ts";
import type { ColumnsWindow } from "./columns-of-day.ts";
import { FreeTogether } from "./free-together.tsx";
import type { Columns } from "./use-columns.ts";
import styles from "./day-columns.module.css";

interface ColumnsStripProps {
  readonly page: CalendarPageState;
  readonly columns: Columns;
}

/** Shows the day's name, if it has one, when all people are free, the choice of the day's columns, and a way to the others. */
export function ColumnsStrip({ page, columns }: ColumnsStripProps) {
  const t = useMessages();
  const kind = useSyncExternalStore(dayColumns.subscribe, dayColumns.get);
  return (
    <div className={styles.strip}>
      {kind === "one" ? null : <NameOfDay day={columns.day} />}
      {kind === "person" ? <FreeTogether page={page} columns={columns} /> : null}
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
      <Pager window={columns.window} onScroll={columns.scrollTo} />
    </div>
  );
}

function NameOfDay({ day }: { readonly day: Local }) {
  const language = useLanguage();
  return namedDays([day], useAlmanac()).map(({ named: { names, kind: of } }) => (
    <span key={names.en} className={styles.named} data-kind={of}>
      {language === "sv" ? names.sv : names.en}
    </span>
  ));
}

interface PagerProps {
  readonly window: ColumnsWindow;
  readonly onScroll: (at: number) => void;
}

/** Says which columns are shown, and turns to the others. */
function Pager({ window: { at, room, total }, onScroll }: PagerProps) {
  const t = useMessages();
  if (room >= total) return null;
  const icon = { size: 16, strokeWidth: 1.6 } as const;
  return (
    <span className={styles.pager}>
      <output>{t("columns.shown", { from: at + 1, to: at + room, total })}</output>
      {/* A button that were disabled at the end would lose the focus of whoever turns by keys. */}
      <IconButton
        label={t("columns.earlier")}
        aria-disabled={at === 0 || undefined}
        onClick={() => onScroll(Math.max(0, at - room))}
      >
        <ChevronLeft {...icon} />
      </IconButton>
      <IconButton
        label={t("columns.later")}
        aria-disabled={at + room >= total || undefined}
        onClick={() => onScroll(Math.min(total - room, at + room))}
      >
        <ChevronRight {...icon} />
      </IconButton>
    </span>
  );
}
