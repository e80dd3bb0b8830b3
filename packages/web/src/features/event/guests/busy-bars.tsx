import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { FreeRow } from "../availability/free-rows.ts";
import type { Plan } from "../availability/use-plan.ts";
import styles from "./strip.module.css";

interface BusyBarsProps {
  readonly row: FreeRow;
  readonly plan: Plan;
}

/** Shows when somebody is busy, on the scale that all rows share. */
export function BusyBars({ row, plan: { span, window, state } }: BusyBarsProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const { timeRange } = useFormats(zone.id);
  if (!state) return <span className={styles.bars} />;
  if (row.busy === null) return <span className={styles.hidden}>{t("freeBusy.hidden")}</span>;
  const length = window.to - window.from;
  const shown = row.busy
    .map(({ from, to, type }) => ({ from: Math.max(from, window.from), to: Math.min(to, window.to), type }))
    .filter(({ from, to }) => from < to);
  const said = shown
    .filter(({ type }) => type !== "BUSY-UNAVAILABLE")
    .map(({ from, to }) => t("findTime.busyAt", { time: timeRange(from, to) }));
  const isAway = row.absences.some(({ from, to }) => from < window.to && window.from < to);
  return (
    <span className={styles.bars}>
      <span className="visually-hidden">
        {isAway ? t("freeBusy.away") : said.join(", ") || t("findTime.freeAllDay")}
      </span>
      {shown.map(({ from, to, type }) => (
        <span
          key={from}
          className={styles.bar}
          data-type={type}
          data-clash={(type !== "BUSY-UNAVAILABLE" && from < span.end && span.start < to) || undefined}
          style={{
            left: `${((from - window.from) / length) * 100}%`,
            width: `${((to - from) / length) * 100}%`,
          }}
        />
      ))}
      <span
        className={styles.chosen}
        style={{
          left: `${((span.start - window.from) / length) * 100}%`,
          width: `${((span.end - span.start) / length) * 100}%`,
        }}
      />
      {isAway ? <small className={styles.away}>{t("freeBusy.away")}</small> : null}
    </span>
  );
}
