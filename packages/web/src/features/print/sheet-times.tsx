import { weekday, asLocal, type Local } from "@snart/calendar/time/local.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";
import { firstInLine } from "../../i18n/format.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import type { DayFacts } from "./document/day-facts.ts";
import type { PrintedItem } from "./document/printed-item.ts";
import { TIMES, type TimeBlock, type TimeSheet } from "./document/time-sheet.ts";
import { PaperBar, PaperLine } from "./paper-item.tsx";
import styles from "./sheet-times.module.css";

interface SheetTimesProps {
  readonly sheet: TimeSheet;
  readonly items: ReadonlyMap<string, PrintedItem>;
  /** px */
  readonly unit: number;
  readonly facts: DayFacts;
}

/** A day or a week by the hour. */
export function SheetTimes({ sheet, items, unit: u, facts }: SheetTimesProps) {
  const formats = useFormats("UTC");
  const { hours, hourHeight, columns } = sheet;
  const column = sheet.columnWidth * u;
  const gutter = TIMES.gutter * u;
  const count = hours.to - hours.from;
  return (
    <div className={styles.times}>
      <div className={styles.heads} style={{ height: sheet.headHeight * u, paddingLeft: gutter }}>
        {columns.map(({ day }) => (
          <Head key={day} day={day} facts={facts} width={column} isAlone={columns.length === 1} />
        ))}
      </div>
      <Lane sheet={sheet} items={items} u={u} />
      <div className={styles.hours} style={{ height: count * hourHeight * u }}>
        {Array.from({ length: count }, (_, index) => (
          <span
            key={index}
            className={styles.hour}
            style={{ top: index * hourHeight * u, height: hourHeight * u }}
          >
            {formats.time(asLocal((hours.from + index) * HOUR))}
          </span>
        ))}
        {columns.map(({ day, blocks, more }, index) => (
          <div
            key={day}
            className={styles.column}
            data-red={facts.isRed(day) || undefined}
            data-weekend={weekday(day) > 5 || undefined}
            style={{ left: gutter + index * column, width: column }}
          >
            {blocks.map((block) => (
              <Block key={block.key} block={block} u={u} />
            ))}
            {more.map(({ left, top, width, keys }) => (
              <span
                key={keys.join()}
                className={styles.more}
                style={{ left: left * u, top: top * u, width: width * u }}
              >
                +{keys.length}
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

interface HeadProps {
  readonly day: Local;
  readonly facts: DayFacts;
  readonly width: number;
  readonly isAlone: boolean;
}

function Head({ day, facts, width, isAlone }: HeadProps) {
  const language = useLanguage();
  const formats = useFormats("UTC");
  return (
    <div className={styles.head} data-red={facts.isRed(day) || undefined} style={{ width }}>
      {/* A day that is alone stands in the title. */}
      {isAlone ? null : (
        <p className={styles.date}>
          <b>{formats.dayNumber(day)}</b> {firstInLine(formats.weekday(day), language)}
        </p>
      )}
      <p className={styles.name}>{facts.nameOf(day)}</p>
    </div>
  );
}

function Lane({ sheet, items, u }: Pick<SheetTimesProps, "sheet" | "items"> & { readonly u: number }) {
  const t = useMessages();
  const { lane, laneHeight } = sheet;
  const column = sheet.columnWidth * u;
  const left = (at: number): number => TIMES.gutter * u + at * column;
  return (
    <div className={styles.lane} style={{ height: laneHeight * u }}>
      {lane.bars.map((bar) => (
        <PaperBar
          key={bar.key}
          bar={bar}
          item={items.get(bar.key)}
          u={u}
          box={{
            left: left(bar.fromColumn),
            top: bar.row * TIMES.row * u,
            width: (bar.toColumn - bar.fromColumn) * column,
            height: TIMES.row * u,
          }}
        />
      ))}
      {lane.singles.map(({ key, column: at, row, lines }) => (
        <PaperLine
          key={key}
          item={items.get(key)}
          name=""
          isRed={false}
          u={u}
          box={{ left: left(at), top: row * TIMES.row * u, width: column, height: lines * TIMES.row * u }}
        />
      ))}
      {lane.hidden.map((count, at) =>
        count === 0 ? null : (
          // oxlint-disable-next-line react/no-array-index-key -- the days of a week
          <span key={at} className={styles.hidden} style={{ left: left(at) + 4 * u, width: column }}>
            {t("print.more", { count })}
          </span>
        ),
      )}
    </div>
  );
}

function Block({ block, u }: { readonly block: TimeBlock; readonly u: number }) {
  const { item, text, left, top, width, height } = block;
  return (
    <div
      className={styles.block}
      data-colour={item.colour}
      data-look={item.look}
      data-narrow={text.isNarrow || undefined}
      style={{
        left: left * u,
        top: top * u,
        width: (width - TIMES.gap / 2) * u,
        height: height * u,
      }}
    >
      <p className={styles.title} style={{ WebkitLineClamp: text.titleLines }}>
        {item.mark ? <span className={styles.mark}>{item.mark} </span> : null}
        {item.title}
        {text.shape === "inline" && text.hasTime ? <span className={styles.start}> {item.start}</span> : null}
      </p>
      {text.shape === "stacked" ? <p className={styles.start}>{item.time}</p> : null}
      {text.hasPlace ? <p>{item.place}</p> : null}
      {text.hasGuests ? <p>{item.guests}</p> : null}
      {text.hasDescription ? <p className={styles.description}>{item.description}</p> : null}
    </div>
  );
}
