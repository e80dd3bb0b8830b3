import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import type { Local } from "@snart/calendar/time/local.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import type { YearFoot as Sums } from "./year-contents.ts";
import styles from "./year-foot.module.css";

const LEVELS = [0, 1, 2, 3, 4] as const;

/** The legend of the colours, and the year's totals. */
export function YearFoot({ foot }: { readonly foot: Sums }) {
  const t = useMessages();
  const formats = useFormats("UTC");
  const { redDays, squeezeDays, busiest, calmestAhead } = foot;
  const weekOf = (monday: Local): string => formats.weekInText(isoWeek(monday).week);
  return (
    <footer className={styles.foot}>
      <span className={styles.scale}>
        {t("year.calm")}
        <span aria-hidden>
          {LEVELS.map((level) => (
            <i key={level} data-level={level} />
          ))}
        </span>
        {t("year.full")}
      </span>
      <span className={styles.sums}>
        <b>{t("year.redDays", { count: redDays })}</b>
        {squeezeDays.length === 0 ? null : (
          <span>
            {t("year.squeezeDays", {
              count: squeezeDays.length,
              days: squeezeDays.map((day) => formats.dayOfMonth(day)).join(", "),
            })}
          </span>
        )}
        {busiest === null ? null : <span>{t("year.busiest", { week: weekOf(busiest) })}</span>}
        {calmestAhead === null ? null : (
          <span>
            {t("year.calmestAhead", { week: weekOf(calmestAhead) })}{" "}
            <HowSoon target={{ kind: "date", date: calmestAhead }} size={15} />
          </span>
        )}
      </span>
    </footer>
  );
}
