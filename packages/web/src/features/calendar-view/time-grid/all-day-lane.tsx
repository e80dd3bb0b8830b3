import type { AlmanacDay } from "@snart/calendar/almanac/almanac-day.ts";
import { dayOf, type Local } from "@snart/calendar/time/local.ts";
import { useState, type CSSProperties, type ReactNode, type RefObject } from "react";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { placeLane, type LaneBar as Placed } from "../../../layout/all-day-lane.ts";
import type { LaneOccurrence } from "../../../grid/day-contents.ts";
import { namedDays } from "../../../grid/almanac/red-days.ts";
import { useAlmanac } from "../../../grid/almanac/use-almanac.ts";
import { LaneBar } from "../../../grid/lane-bar.tsx";
import { TaskBox } from "../../tasks/screen.tsx";
import styles from "./all-day-lane.module.css";

interface AllDayLaneProps {
  readonly laneRef: RefObject<HTMLDivElement | null>;
  readonly days: readonly Local[];
  readonly items: readonly LaneOccurrence[];
  readonly columnWidth: number;
  readonly address: string;
  readonly saysHowSoon: boolean;
  readonly selectedKey: string | null;
  readonly draggedKey: string | null;
  readonly tabStop: string | null;
  /** the preview of a drag over the lane */
  readonly children: ReactNode;
}

const MOST_ROWS = 4;
const keyOf = ({ id, occurrence }: LaneOccurrence): string => id ?? occurrence.key;

/** Shows the lane above the hours: red days first, then events that last whole days. */
export function AllDayLane(props: AllDayLaneProps) {
  const { laneRef, days, items, columnWidth } = props;
  const t = useMessages();
  const [isOpen, setOpen] = useState(false);
  const fromDay = dayOf(days[0] ?? (0 as Local));
  const almanac = useAlmanac();
  // The columns of one day need no name in the lane: it stands once above them.
  const named = days[0] === days[1] ? [] : namedDays(days, almanac);
  const lane = [
    ...named.map(({ day, named: it }) => ({
      key: `named ${dayOf(day)} ${it.names.en}`,
      startDay: dayOf(day),
      endDay: dayOf(day) + 1,
      isRed: true,
    })),
    ...items.map((it) => ({ key: keyOf(it), startDay: it.startDay, endDay: it.endDay })),
  ];
  const { bars, rows } = placeLane(lane, { fromDay, toDay: fromDay + days.length });
  const shownRows = isOpen || rows <= MOST_ROWS ? rows : MOST_ROWS - 1;
  const hidden = bars.filter((bar) => bar.row >= shownRows).length;
  const byKey = new Map(items.map((it) => [keyOf(it), it]));
  const names = new Map(named.map(({ day, named: it }) => [`named ${dayOf(day)} ${it.names.en}`, it]));
  const geometry = {
    "--columns": days.length,
    "--rows": Math.max(1, shownRows + (hidden > 0 || isOpen ? 1 : 0)),
  } as CSSProperties;
  return (
    <div ref={laneRef} className={styles.lane} style={geometry}>
      <ol aria-label={t("week.allDayList")} className={styles.bars}>
        {bars
          .filter((bar) => bar.row < shownRows)
          .map((bar) => {
            const name = names.get(bar.key);
            if (name) return <NameBar key={bar.key} named={name} bar={bar} />;
            const item = byKey.get(bar.key);
            return item ? (
              <LaneBar
                key={bar.key}
                occurrence={item.occurrence}
                taskBox={TaskBox}
                continuesBefore={item.isOpenBefore ?? bar.continuesBefore}
                continuesAfter={item.isOpenAfter ?? bar.continuesAfter}
                columns={bar.toColumn - bar.fromColumn}
                columnWidth={columnWidth}
                element="li"
                geometry={{
                  gridColumn: `${bar.fromColumn + 1} / ${bar.toColumn + 1}`,
                  gridRow: bar.row + 1,
                }}
                address={props.address}
                saysHowSoon={props.saysHowSoon}
                isSelected={props.selectedKey === item.occurrence.key}
                isDragged={props.draggedKey === item.occurrence.key}
                tabIndex={props.tabStop === item.occurrence.key ? 0 : -1}
              />
            ) : null;
          })}
      </ol>
      {props.children}
      {hidden > 0 || (isOpen && rows > MOST_ROWS) ? (
        <button
          type="button"
          data-no-drag=""
          className={styles.more}
          onClick={() => setOpen(!isOpen)}
          aria-expanded={isOpen}
        >
          {isOpen ? t("week.fewer") : t("week.more", { count: hidden })}
        </button>
      ) : null}
    </div>
  );
}

/** The name of a red day, in its column. */
function NameBar({ named: { kind, names }, bar }: { readonly named: AlmanacDay; readonly bar: Placed }) {
  const name = useLanguage() === "sv" ? names.sv : names.en;
  return (
    <li
      className={styles.red}
      data-kind={kind}
      style={{ gridColumn: bar.fromColumn + 1, gridRow: bar.row + 1 }}
    >
      <span title={name}>{name}</span>
    </li>
  );
}
