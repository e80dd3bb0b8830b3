import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { addDays, asLocal, startOfWeek, type Local } from "@snart/calendar/time/local.ts";
import { firstInLine } from "../../i18n/format.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import type { DayFacts } from "./document/day-facts.ts";
import { listColumns, type ListDay, type ListSheet } from "./document/list-sheet.ts";
import type { SheetRoom } from "../../layout/paper/paper-size.ts";
import type { PrintedItem } from "./document/printed-item.ts";
import styles from "./sheet-list.module.css";

interface SheetListProps {
  readonly sheet: ListSheet;
  readonly room: SheetRoom;
  readonly unit: number;
  readonly hasWeeks: boolean;
  readonly facts: DayFacts;
}

/** Days with their events, in columns. */
export function SheetList({ sheet, room, unit, hasWeeks, facts }: SheetListProps) {
  const t = useMessages();
  const { width } = listColumns(room);
  if (sheet.columns.length === 0) return <p className={styles.nothing}>{t("print.nothing")}</p>;
  return (
    <div className={styles.columns}>
      {sheet.columns.map((column, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- columns of a sheet have no other name
        <div key={index} style={{ width: width * unit }}>
          {column.days.map((day, at) => (
            <DayRows
              key={day.day}
              of={day}
              unit={unit}
              week={hasWeeks && isNewWeek(day.day, column.days[at - 1]?.day) ? isoWeek(day.day).week : null}
              isRed={facts.isRed(day.day)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** A week is named once in a column. */
const isNewWeek = (day: Local, before: Local | undefined): boolean =>
  before === undefined || startOfWeek(before) !== startOfWeek(day);

interface DayRowsProps {
  readonly of: ListDay;
  readonly unit: number;
  readonly week: number | null;
  readonly isRed: boolean;
}

function DayRows({ of: { day, name, rows, isContinued }, unit, week, isRed }: DayRowsProps) {
  const t = useMessages();
  const language = useLanguage();
  const formats = useFormats("UTC");
  const date = firstInLine(formats.day(day), language);
  return (
    <section>
      <h4 className={styles.head}>
        <span className={styles.date} data-red={isRed || undefined}>
          {isContinued ? t("print.rest", { title: date }) : date}
        </span>
        <span className={styles.name} data-red={isRed || undefined}>
          {name}
        </span>
        {week === null ? null : <span className={styles.week}>{formats.weekInText(week)}</span>}
      </h4>
      <ul>
        {rows.map(({ item, height }) => (
          <li
            key={item.key}
            className={styles.row}
            data-colour={item.colour}
            data-look={item.look}
            style={{ height: height * unit }}
          >
            <Time item={item} />
            <i className={styles.bar} />
            <div className={styles.words}>
              <p className={styles.title}>
                {item.mark ? <b className={styles.mark}>{item.mark} </b> : null}
                {item.title}
              </p>
              {[item.place, item.guests, item.description].filter(Boolean).map((text) => (
                <p key={text} className={styles.more}>
                  {text}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The time of an item; an event of several days shows its end. */
function Time({ item }: { readonly item: PrintedItem }) {
  const t = useMessages();
  const formats = useFormats("UTC");
  const last = addDays(asLocal(0), item.endDay - 1);
  const isLong = item.endDay - item.startDay > 1 && item.isBar;
  return (
    <div className={styles.time}>
      <p>{item.isBar ? item.start || t("print.allDay") : item.time}</p>
      {isLong ? <p className={styles.until}>{t("print.until", { day: formats.shortDay(last) })}</p> : null}
    </div>
  );
}
