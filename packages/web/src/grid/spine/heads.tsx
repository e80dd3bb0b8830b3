import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { firstInLine } from "../../i18n/format.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import type { DayItem, GroupItem, RowPlace } from "./items.ts";
import styles from "./spine.module.css";

interface HeadProps<I> {
  readonly item: I;
  readonly place?: RowPlace;
  /** the day is a Sunday or a holiday */
  readonly isRed: boolean;
}

/** The head of a group, with its day or week. */
export function GroupHead({ item: { group, day }, place, isRed }: HeadProps<GroupItem>) {
  const t = useMessages();
  const formats = useFormats("UTC");
  const isDay = group === "today" || group === "tomorrow";
  const beside = isDay
    ? formats.day(day)
    : group === "thisWeek" || group === "nextWeek"
      ? formats.weekInText(isoWeek(day).week)
      : null;
  return (
    <li {...place} className={styles.group} data-now={group === "now" || undefined}>
      <h2>{t(`soon.group.${group}`)}</h2> <span data-red={(isDay && isRed) || undefined}>{beside}</span>
    </li>
  );
}

/** The head of a day; far ahead with its year and week. */
export function DayHead({ item, place, isRed }: HeadProps<DayItem>) {
  const language = useLanguage();
  const formats = useFormats("UTC");
  const { day, isLater } = item;
  return (
    <li {...place} className={styles.day} data-red={isRed || undefined}>
      <h3>{firstInLine(isLater ? formats.dayAndYear(day) : formats.day(day), language)}</h3>
      {isLater ? formats.weekInText(isoWeek(day).week) : null}
    </li>
  );
}
