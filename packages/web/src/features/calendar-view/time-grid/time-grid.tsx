import { dayOf, weekday, type Local } from "@snart/calendar/time/local.ts";
import { useId, type CSSProperties } from "react";
import { isRedDay } from "../../../grid/almanac/red-days.ts";
import { TimeCursor } from "../../../grid/time-cursor.tsx";
import { useAlmanac } from "../../../grid/almanac/use-almanac.ts";
import { part } from "../../../ui/part.tsx";
import { useElementSize } from "../../../ui/use-element-size.ts";
import { AllDayLane } from "./all-day-lane.tsx";
import { DayColumn } from "./day-column.tsx";
import { GridHead } from "./grid-head.tsx";
import { HourLabels } from "./hour-labels.tsx";
import { NowLine } from "./now-line.tsx";
import type { TimeGridProps } from "./time-grid-props.ts";
import { useGridInput } from "./use-grid-input.ts";
import { useStartHour } from "./use-start-hour.ts";
import styles from "./time-grid.module.css";

/** Nothing is held while the first page is being drawn. */
const { Soon: DragPreview } = part(() => import("./drag-preview.tsx").then((it) => it.DragPreview));

/** Whether a day stands in red, by the viewer's almanac. */
function useRedDays(): (day: Local) => boolean {
  const almanac = useAlmanac();
  return (day) => isRedDay(day, almanac);
}

/** What the styles of the grid depend on. */
const marksOf = ({ days, isPhone, secondZone, isTurning }: TimeGridProps) => ({
  "data-phone": isPhone ? (days.length > 1 ? "several" : "one") : undefined,
  "data-zones": secondZone ? "" : undefined,
  "data-turning": isTurning || undefined,
});

/** Days side by side with their hours: the week, and the day. */
export function TimeGrid(props: TimeGridProps) {
  const { days, contents, hourHeight, unsaved, columns, address, saysHowSoon, selectedKey } = props;
  const { scroller, body, lane, drag, keys, tabStop, handlers } = useGridInput(props);
  const columnWidth = useElementSize(body).width / days.length;
  const headerId = useId();
  const working = days.map((day) => props.workingWeek[weekday(day) - 1] ?? null);
  useStartHour(scroller, hourHeight, days, working);
  const isRed = useRedDays();
  const held = drag ?? keys.pick;
  const shown = held ?? unsaved;
  const preview = shown ? (
    <DragPreview
      shown={shown}
      days={days}
      column={columns && (held?.column ?? columns.of(shown.occurrence))}
      hourHeight={hourHeight}
      address={address}
      isHeld={held !== null}
    />
  ) : null;
  const draggedKey = held?.occurrence && !drag?.copies ? held.occurrence.key : null;
  const common = { address, saysHowSoon, selectedKey, draggedKey, tabStop };
  const geometry = { "--columns": days.length, "--hour": `${hourHeight}px` } as CSSProperties;
  return (
    // The grid handles clicks and keys on its events; the events themselves are the buttons.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div
      ref={scroller}
      className={styles.scroller}
      style={geometry}
      data-dragging={drag?.grip.kind}
      {...marksOf(props)}
      {...handlers}
    >
      <GridHead
        days={days}
        columnWidth={columnWidth}
        isPhone={props.isPhone}
        headerId={headerId}
        secondZone={props.secondZone}
        isRed={isRed}
        onOpenDay={props.onOpenDay}
        heads={columns?.heads(headerId)}
      >
        <AllDayLane laneRef={lane} days={days} items={contents.lane} columnWidth={columnWidth} {...common}>
          {shown?.span.allDay ? preview : null}
        </AllDayLane>
      </GridHead>
      <div className={styles.hours}>
        <HourLabels hourHeight={hourHeight} days={days} secondZone={props.secondZone} />
        <div ref={body} className={styles.body}>
          {days.map((day, index) => (
            <DayColumn
              key={columns ? index : day}
              day={day}
              labelledBy={`${headerId}-${columns ? index : dayOf(day)}`}
              segments={contents.days[index] ?? []}
              width={columnWidth}
              hourHeight={hourHeight}
              isRed={isRed(day)}
              working={working[index] ?? null}
              isAlone={columns !== undefined || days.length === 1}
              onOpen={props.onOpen}
              onOpenDay={() => props.onOpenDay(day)}
              {...common}
            >
              {columns?.over(index)}
            </DayColumn>
          ))}
          <TimeCursor keys={keys} />
          {props.placeholder}
          <NowLine days={columns ? days.slice(0, 1) : days} hourHeight={hourHeight} />
          {shown && !shown.span.allDay ? preview : null}
        </div>
      </div>
    </div>
  );
}
