import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { weekday } from "@snart/calendar/time/local.ts";
import { Fragment } from "react";
import { firstInLine } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import type { DayFacts } from "./document/day-facts.ts";
import { YEAR, type PlannerDay, type PlannerMonth, type YearSheet } from "./document/year-sheet.ts";
import styles from "./sheet-year.module.css";

interface SheetYearProps {
  readonly sheet: YearSheet;
  /** px */
  readonly unit: number;
  readonly hasWeeks: boolean;
  readonly facts: DayFacts;
}

/** A year, or half of one, a column for every month. */
export const SheetYear = ({ sheet, ...props }: SheetYearProps) => (
  <div className={styles.year}>
    {sheet.months.map((month) => (
      <Month key={month.first} month={month} sheet={sheet} {...props} />
    ))}
  </div>
);

function Month({
  month,
  sheet,
  unit: u,
  hasWeeks,
  facts,
}: SheetYearProps & { readonly month: PlannerMonth }) {
  const language = useLanguage();
  const formats = useFormats("UTC");
  const { rowHeight, columnWidth } = sheet;
  return (
    <section className={styles.month} style={{ width: columnWidth * u }}>
      <h4 className={styles.head} style={{ height: YEAR.head * u }}>
        {firstInLine(formats.month(month.first), language)}
      </h4>
      {month.days.map((day) => (
        <Day
          key={day.day}
          of={day}
          height={rowHeight * u}
          lines={sheet.lines}
          stripes={stripesBeside(month, month.days.indexOf(day)) * YEAR.stripe * u}
          week={hasWeeks && weekday(day.day) === 1 ? isoWeek(day.day).week : null}
          isRed={facts.isRed(day.day)}
        />
      ))}
      {month.stripes.map(({ key, item, row, fromColumn, toColumn }) => (
        <i
          key={key}
          className={styles.stripe}
          data-colour={item.colour}
          style={{
            top: (YEAR.head + fromColumn * rowHeight + 1) * u,
            height: ((toColumn - fromColumn) * rowHeight - 2) * u,
            right: (1.5 + row * YEAR.stripe) * u,
            width: (YEAR.stripe - 1.2) * u,
          }}
        />
      ))}
    </section>
  );
}

const stripesBeside = ({ stripes }: PlannerMonth, day: number): number =>
  Math.max(0, ...stripes.filter((it) => it.fromColumn <= day && day < it.toColumn).map((it) => it.row + 1));

interface DayProps {
  readonly of: PlannerDay;
  /** px */
  readonly height: number;
  readonly stripes: number;
  readonly lines: number;
  readonly week: number | null;
  readonly isRed: boolean;
}

function Day({ of: { day, name, items, hidden }, height, stripes, lines, week, isRed }: DayProps) {
  const formats = useFormats("UTC");
  return (
    <div
      className={styles.day}
      data-red={isRed || undefined}
      data-weekend={weekday(day) > 5 || undefined}
      style={{ height, paddingRight: stripes }}
    >
      <span className={styles.number}>
        <b>{formats.dayNumber(day)}</b> {formats.narrowWeekday(day)}
      </span>
      <p className={styles.words} style={{ WebkitLineClamp: lines }}>
        {name ? <span className={styles.name}>{name} </span> : null}
        {items.map((item) => (
          <Fragment key={item.key}>
            <span className={styles.item} data-colour={item.colour} data-look={item.look}>
              {item.mark ? <b>{item.mark} </b> : <i className={styles.dot} />}
              {item.title}
              {item.place ? `, ${item.place}` : null}
            </span>{" "}
          </Fragment>
        ))}
      </p>
      <span className={styles.week}>
        {week}
        {hidden > 0 ? <b>+{hidden}</b> : null}
      </span>
    </div>
  );
}
