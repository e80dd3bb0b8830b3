import { DAY, HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { useState, type KeyboardEvent, type PointerEvent } from "react";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { Button } from "../../ui/button.tsx";
import { BOARD, momentAt, placeIn, weekFrom, type Asked } from "./poll-times.ts";
import styles from "./option-board.module.css";

interface OptionBoardProps {
  readonly asked: readonly Asked[];
  readonly options: readonly number[];
  readonly length: number;
  /** a moment of the week that is shown first */
  readonly at: number;
  readonly onChange: (options: readonly number[]) => void;
}

/** What is held: a time that was there, or a new one. */
interface Held {
  readonly from: number | undefined;
  readonly start: number;
}

/** A week with when others are busy: times are put there by pressing and dragging, or by the arrow keys and Enter. */
export function OptionBoard({ asked, options, length, at, onChange }: OptionBoardProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const { day, dayRange, time } = useFormats(zone.id);
  const [shown, setShown] = useState(at);
  const week = weekFrom(shown, zone);
  const days = week.slice(0, 7);
  const put = (start: number, from?: number): void => {
    const rest = options.filter((each) => each !== from && each !== start);
    onChange([...rest, start].toSorted((a, b) => a - b));
  };
  const take = (start: number): void => onChange(options.filter((each) => each !== start));
  const { held, drag } = useDrag(days, options, length, put);
  const { cursor, onKey } = useKeys(days, options, { put, take, show: setShown });
  const marks = held ? [...options.filter((each) => each !== held.from), held.start] : options;
  return (
    <section aria-label={t("polls.week")}>
      <div className={styles.turn}>
        <Button onClick={() => setShown(shown - 7 * DAY)}>{t("polls.weekBefore")}</Button>
        <b>{dayRange(days[0] ?? at, days[6] ?? at)}</b>
        <Button onClick={() => setShown(shown + 7 * DAY)}>{t("polls.weekAfter")}</Button>
      </div>
      <p className={styles.hint}>{t("polls.boardHint")}</p>
      <Button onKeyDown={onKey}>{t("polls.byKeys")}</Button>
      <output className={styles.hint}>
        {cursor === undefined
          ? ""
          : t(options.includes(cursor) ? "polls.isOption" : "polls.isNone", {
              when: `${day(cursor)}, ${time(cursor)}`,
            })}
      </output>
      <div className={styles.board}>
        <Hours />
        {days.map((midnight, number) => (
          <Column
            key={midnight}
            {...{ midnight, number, asked, marks, length, options, cursor, drag }}
            end={week[number + 1] ?? midnight}
          />
        ))}
      </div>
    </section>
  );
}

/** Puts and moves times by the pointer. */
function useDrag(
  days: readonly number[],
  options: readonly number[],
  length: number,
  put: (start: number, from?: number) => void,
) {
  const zone = useViewerZone();
  const [held, setHeld] = useState<Held>();
  const drag = {
    down: (midnight: number, event: PointerEvent<HTMLElement>): void => {
      const start = momentAt(midnight, partOf(event), zone);
      const from = options.find((each) => each <= start && start < each + length);
      event.currentTarget.setPointerCapture(event.pointerId);
      setHeld({ from, start: from ?? start });
    },
    move: (event: PointerEvent<HTMLElement>): void => {
      const over = dayUnder(event);
      if (held && over !== undefined)
        setHeld({ ...held, start: momentAt(days[over] ?? 0, partOf(event), zone) });
    },
    up: (): void => {
      if (held) put(held.start, held.from);
      setHeld(undefined);
    },
    cancel: (): void => setHeld(undefined),
  };
  return { held, drag };
}

interface Doing {
  readonly put: (start: number) => void;
  readonly take: (start: number) => void;
  readonly show: (at: number) => void;
}

/** A place in the week that the arrow keys move; Enter puts a time there, or takes it away. */
function useKeys(days: readonly number[], options: readonly number[], { put, take, show }: Doing) {
  const zone = useViewerZone();
  const [cursor, setCursor] = useState<number>();
  const onKey = (event: KeyboardEvent): void => {
    const from = cursor ?? momentAt(days[0] ?? 0, 2 / (BOARD.to - BOARD.from), zone);
    const next = moved(from, event.key);
    if (next !== undefined) {
      setCursor(next);
      show(next);
    } else if (event.key === "Enter" || event.key.toLowerCase() === "c") {
      setCursor(from);
      if (options.includes(from)) take(from);
      else put(from);
    } else return;
    event.preventDefault();
  };
  return { cursor, onKey };
}

/** Where an arrow key leads from a moment. */
function moved(from: number, key: string): number | undefined {
  const ways: Readonly<Record<string, number>> = {
    ArrowUp: -15 * MINUTE,
    ArrowDown: 15 * MINUTE,
    ArrowLeft: -DAY,
    ArrowRight: DAY,
    PageUp: -7 * DAY,
    PageDown: 7 * DAY,
  };
  const way = ways[key];
  return way === undefined ? undefined : from + way;
}

const partOf = (event: PointerEvent<HTMLElement>): number => {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  return (event.clientY - top) / height;
};

/** The column under the pointer, which the pressed one has captured. */
function dayUnder({ clientX, currentTarget }: PointerEvent<HTMLElement>): number | undefined {
  const columns = [...(currentTarget.closest("section")?.querySelectorAll("[data-column]") ?? [])];
  const at = columns.findIndex((column) => {
    const { left, right } = column.getBoundingClientRect();
    return clientX >= left && clientX < right;
  });
  return at < 0 ? undefined : at;
}

function Hours() {
  const hours = Array.from({ length: BOARD.to - BOARD.from }, (_, at) => BOARD.from + at);
  return (
    <div className={styles.hours} aria-hidden>
      {hours.map((hour) => (
        <span key={hour}>{`${String(hour).padStart(2, "0")}:00`}</span>
      ))}
    </div>
  );
}

interface ColumnProps {
  readonly midnight: number;
  readonly end: number;
  readonly number: number;
  readonly asked: readonly Asked[];
  readonly marks: readonly number[];
  readonly options: readonly number[];
  readonly length: number;
  readonly cursor: number | undefined;
  readonly drag: {
    readonly down: (midnight: number, event: PointerEvent<HTMLElement>) => void;
    readonly move: (event: PointerEvent<HTMLElement>) => void;
    readonly up: () => void;
    readonly cancel: () => void;
  };
}

function Column({ midnight, end, asked, marks, options, length, cursor, drag }: ColumnProps) {
  const zone = useViewerZone();
  const { shortDay, timeRange } = useFormats(zone.id);
  const isIn = (start: number): boolean => start >= midnight && start < end;
  const styleOf = (from: number, to: number) => {
    const place = placeIn(midnight, { from, to }, zone);
    return place && { top: `${place.top}%`, height: `${place.height}%` };
  };
  const busy = asked.flatMap(({ id, name, busy: periods }) =>
    (periods ?? [])
      .filter(({ type, from, to }) => type !== "BUSY-UNAVAILABLE" && from < end && to > midnight)
      .map(({ from, to }) => ({ key: `${id} ${from}`, name, from, to, style: styleOf(from, to) })),
  );
  return (
    <div className={styles.day}>
      <span className={styles.name}>{shortDay(midnight)}</span>
      <div
        data-column
        className={styles.column}
        onPointerDown={(event) => drag.down(midnight, event)}
        onPointerMove={drag.move}
        onPointerUp={drag.up}
        onPointerCancel={drag.cancel}
      >
        {busy.map(({ key, name, style }) =>
          style ? (
            <span key={key} className={styles.busy} style={style}>
              {isolated(name)}
            </span>
          ) : null,
        )}
        {marks.filter(isIn).map((start) => (
          <span
            key={start}
            className={styles.option}
            data-held={!options.includes(start) || undefined}
            style={styleOf(start, start + length)}
          >
            {options.includes(start) ? <b>{options.indexOf(start) + 1}</b> : null}
            {timeRange(start, start + length)}
          </span>
        ))}
        {cursor !== undefined && isIn(cursor) ? (
          <span className={styles.cursor} style={styleOf(cursor, cursor + HOUR / 4)} />
        ) : null}
      </div>
    </div>
  );
}
