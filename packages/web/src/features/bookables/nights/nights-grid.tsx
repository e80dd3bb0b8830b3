import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { addDays, dayOf, type Local } from "@snart/calendar/time/local.ts";
import { useRef, useState, type KeyboardEvent } from "react";
import { useNow } from "../../../i18n/clock.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { isRedDay, namedDays, type Almanac } from "../../../grid/almanac/red-days.ts";
import {
  isOver,
  nightBeside,
  nightState,
  pressed,
  runsOf,
  stretched,
  type Night,
  type Stay,
} from "./model.ts";
import { zoneOf } from "../use-bookings.ts";
import { NightCell } from "./night-cell.tsx";
import styles from "./nights.module.css";

interface NightsGridProps {
  readonly bookable: BookableRecord;
  readonly nights: ReadonlyMap<number, Night>;
  readonly first: Local;
  readonly weeks: readonly Local[];
  readonly today: Local;
  readonly almanac: Almanac;
  readonly stay: Stay | undefined;
  readonly onStay: (stay: Stay | undefined) => void;
  /** opens what is one's own */
  readonly onOpen: (night: Night) => void;
}

const OWN: ReadonlySet<string> = new Set(["yours", "requested", "offered"]);

/** A month of nights: arrows move, Enter on the first and on the last night chooses a stay, and so does Shift with an arrow. */
export function NightsGrid(props: NightsGridProps) {
  const { bookable, nights, weeks, stay, onStay, onOpen } = props;
  const t = useMessages();
  const now = useNow();
  const grid = useRef<HTMLTableElement>(null);
  const { shortWeekday } = useFormats("UTC");
  const [focused, setFocused] = useState<number>();
  const runs = runsOf(nights, stay);
  const coming = [...nights.values()].find(({ slot, start }) => start >= now && nightState(slot) === "free");
  const entry =
    focused !== undefined && nights.has(focused)
      ? focused
      : (coming?.day ?? (weeks[0] === undefined ? 0 : dayOf(weeks[0])));
  const press = (night: Night): void => {
    if (OWN.has(nightState(night.slot)) && stay?.isOpen !== true) onOpen(night);
    else if (!isOver(night)) onStay(pressed(stay, night.day));
  };
  const onKey = (event: KeyboardEvent, night: Night): void => {
    const to = nightBeside(nights, night.day, event.key);
    if (event.key === "Escape" && stay) onStay(undefined);
    else if (to === undefined) return;
    else {
      const next = nights.get(to);
      if (event.shiftKey && next && !isOver(next) && !isOver(night)) onStay(stretched(stay, night.day, to));
      setFocused(to);
      grid.current?.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus();
    }
    event.preventDefault();
  };
  const cell = (day: number, isBefore: boolean) => {
    const night = nights.get(day);
    const run = runs.get(day);
    if (!night || !run) return null;
    return (
      <NightCell
        night={night}
        run={run}
        stay={stay}
        isNext={night === coming}
        date={(day * DAY) as Local}
        zone={zoneOf(bookable)}
        isEntry={isBefore ? undefined : day === entry}
        onFocus={() => setFocused(day)}
        onKey={(event) => onKey(event, night)}
        onPress={() => press(night)}
      />
    );
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table walked by arrows is a grid
    <table ref={grid} role="grid" aria-label={isolated(bookable.name)} className={styles.grid}>
      <thead>
        <tr className={styles.heads}>
          <th scope="col">
            <span className="visually-hidden">{t("bookables.nights.week")}</span>
          </th>
          {daysOf(weeks[0]).map((day, at) => (
            <th key={day} scope="col" data-red={at === 6 || undefined}>
              {shortWeekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((monday) => (
          <tr key={monday} className={styles.week}>
            <th scope="row">{isoWeek(monday).week}</th>
            {daysOf(monday).map((day, at) => (
              <td key={day} className={styles.cell}>
                <DayHead {...props} day={day} />
                {at === 0 ? cell(dayOf(day) - 1, true) : null}
                {cell(dayOf(day), false)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const daysOf = (monday: Local | undefined): readonly Local[] =>
  monday === undefined ? [] : Array.from({ length: 7 }, (_, at) => addDays(monday, at));

interface DayHeadProps extends Pick<NightsGridProps, "first" | "today" | "almanac"> {
  readonly day: Local;
}

function DayHead({ day, first, today, almanac }: DayHeadProps) {
  const t = useMessages();
  const language = useLanguage();
  const { dayNumber, month } = useFormats("UTC");
  const isOther = month(day) !== month(first);
  const [named] = namedDays([day], almanac).filter(({ named: { kind } }) => kind === "red" || kind === "eve");
  const names = named?.named.names;
  return (
    <div
      className={styles.day}
      data-today={day === today || undefined}
      data-other={isOther || undefined}
      data-red={isRedDay(day, almanac) || named?.named.kind === "eve" || undefined}
    >
      <b>{dayNumber(day)}</b>
      {names ? <span>{language === "sv" ? names.sv : names.en}</span> : null}
      {day === today ? <span className="visually-hidden">{t("shell.today")}</span> : null}
    </div>
  );
}
