import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import type { Local } from "@snart/calendar/time/local.ts";
import type { ReactNode } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import type { YearFoot as Sums } from "./year-contents.ts";
import styles from "./year-foot.module.css";

const LEVELS = [0, 1, 2, 3, 4] as const;

interface YearFootProps {
  readonly foot: Sums;
  /** which marks stand at days of this year, and are explained */
  readonly marks: { readonly tasks: boolean; readonly squeeze: boolean };
  /** what can be done about the days that are still ahead */
  readonly children: ReactNode;
}

/** The legend of the colours and marks, and the year's totals. */
export function YearFoot({ foot, marks, children }: YearFootProps) {
  const t = useMessages();
  const formats = useFormats("UTC");
  const { redDays, busiest, calmestAhead } = foot;
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
        {marks.tasks ? (
          <span className={styles.mark}>
            <i data-mark="task" aria-hidden />
            {t("year.taskDay")}
          </span>
        ) : null}
        {marks.squeeze ? (
          <span className={styles.mark}>
            <i data-mark="squeeze" aria-hidden />
            {t("year.squeezeDay")}
          </span>
        ) : null}
      </span>
      <span className={styles.sums}>
        <b>{t("year.redDays", { count: redDays })}</b>
        {busiest === null ? null : <span>{t("year.busiest", { week: weekOf(busiest) })}</span>}
        {calmestAhead === null ? null : (
          <span>
            {t("year.calmestAhead", { week: weekOf(calmestAhead) })}{" "}
            <HowSoon target={{ kind: "date", date: calmestAhead }} size={15} />
          </span>
        )}
      </span>
      {children}
    </footer>
  );
}
