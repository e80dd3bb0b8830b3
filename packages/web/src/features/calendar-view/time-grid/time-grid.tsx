import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { asLocal, dayOf, weekday, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { WorkingWeek } from "@snart/calendar/time/working-hours.ts";
import {
  useId,
  useRef,
  type CSSProperties,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from "react";
import { clockNow } from "../../../i18n/clock.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { daysSpan, type Span } from "../../../store/items/span.ts";
import { useElementSize } from "../../../ui/use-element-size.ts";
import type { ViewContents } from "../../../grid/day-contents.ts";
import { carriedTask, carriesTask, type TaskRef } from "../../tasks/screen.tsx";
import type { GridPoint } from "../../../grid/drag.ts";
import { isRedDay } from "../../../grid/red-days.ts";
import { useAlmanac } from "../../../grid/use-almanac.ts";
import { AllDayLane } from "./all-day-lane.tsx";
import { DayColumn } from "./day-column.tsx";
import { DragPreview, type Unsaved } from "./drag-preview.tsx";
import { GridHead } from "./grid-head.tsx";
import { hoursUnderPointer } from "./hours-under-pointer.ts";
import { HourLabels } from "./hour-labels.tsx";
import { NowLine } from "./now-line.tsx";
import { TimeCursor } from "../../../grid/time-cursor.tsx";
import { useGridDrag } from "../../../grid/use-grid-drag.ts";
import { useKeyPick, type PickColumns } from "../../../grid/use-key-pick.ts";
import { focusEvent, useRovingEvent } from "../../../grid/use-roving-event.ts";
import { useStartHour } from "./use-start-hour.ts";
import styles from "./time-grid.module.css";

/** What one day is shown in: a column for each calendar, or person. */
export interface GridColumns extends PickColumns {
  /** stand over them; each names its column by an id that begins so and ends with its number */
  readonly heads: (headerId: string) => ReactNode;
}

export interface TimeGridProps {
  readonly days: readonly Local[];
  readonly contents: ViewContents;
  readonly hourHeight: number;
  readonly address: string;
  readonly saysHowSoon: boolean;
  readonly selectedKey: string | null;
  /** stays drawn while its event is being named or written */
  readonly unsaved: Unsaved | null;
  readonly isPhone: boolean;
  readonly workingWeek: WorkingWeek;
  /** whose hours stand beside the viewer's */
  readonly secondZone: Zone | null;
  readonly onOpen: (occurrence: ShownOccurrence, element: HTMLElement) => void;
  /** one day in several columns instead of several days: that day stands in `days` as often */
  readonly columns?: GridColumns | undefined;
  readonly onSelect: (span: Span, element: HTMLElement, column?: number) => void;
  readonly onDrop: (occurrence: ShownOccurrence, span: Span, copies: boolean, column?: number) => void;
  /** a task was dragged here from a list */
  readonly onDropTask: (task: TaskRef, span: Span) => void;
  /** while something is held; the days that come are drawn at once */
  readonly onTurn: (direction: 1 | -1) => void;
  /** other days than these are about to be drawn */
  readonly isTurning: boolean;
  readonly onOpenDay: (day: Local) => void;
  /** shown in place of events that are not here yet */
  readonly placeholder: ReactNode;
}

/** The event that something happened on. */
function eventAt(target: EventTarget): { readonly key: string; readonly element: HTMLElement } | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>("[data-event]") : null;
  const key = element?.dataset["event"];
  return element && key !== undefined ? { key, element } : undefined;
}

/** Whether a day stands in red, by the viewer's almanac. */
function useRedDays(): (day: Local) => boolean {
  const { region } = useAlmanac();
  return (day) => isRedDay(day, region);
}

/** Whether there is no event under the pointer, and nothing to press. */
const isFree = (target: EventTarget): boolean =>
  target instanceof Element && !target.closest("[data-event], button");

/** The whole hour that a point lies in. */
function hourAt({ day, minute }: GridPoint, zone: Zone): Span {
  const start = zone.toInstant(asLocal(day + Math.min(Math.floor(minute / 60), 23) * HOUR));
  return { start, end: start + HOUR, allDay: false };
}

/** Days side by side with their hours: the week, and the day. */
export function TimeGrid(props: TimeGridProps) {
  const { days, contents, hourHeight, unsaved, columns } = props;
  const zone = useViewerZone();
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const lane = useRef<HTMLDivElement>(null);
  const { width } = useElementSize(body);
  const headerId = useId();
  const roving = useRovingEvent(contents, clockNow());
  const occurrenceOf = (key: string): ShownOccurrence | undefined =>
    [...contents.lane, ...contents.days.flat()].find((it) => it.occurrence.key === key)?.occurrence;
  const pointAt = (x: number, y: number): GridPoint | undefined => {
    const [all, above] = [body, lane].map((it) => it.current?.getBoundingClientRect());
    return hoursUnderPointer({ columns: all, lane: above, days, hourHeight }, x, y);
  };
  const select = (span: Span, column?: number): void =>
    props.onSelect(span, previewElement(scroller.current), column);
  const { drag, onPointerDown, endsDrag } = useGridDrag(
    scroller,
    {
      pointAt,
      zone,
      occurrenceOf,
      onSelect: (span, column) => requestAnimationFrame(() => select(span, column)),
      onDrop: props.onDrop,
    },
    props.onTurn,
  );
  const keys = useKeyPick({
    days,
    occurrences: contents.days.flat().map((it) => it.occurrence),
    columns,
    onSelect: select,
    onDrop: (occurrence, span, column) => {
      props.onDrop(occurrence, span, false, column);
      requestAnimationFrame(() => scroller.current && focusEvent(scroller.current, occurrence.key));
    },
    onTurn: props.onTurn,
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (keys.onKeyDown(event)) return;
    const hit = eventAt(event.target);
    // On the event itself: what stands in it, such as a task's box, has the space for its own.
    const occurrence = event.key === " " && hit?.element === event.target ? occurrenceOf(hit.key) : undefined;
    if (!occurrence) return roving.onKeyDown(event);
    event.preventDefault();
    keys.carry(occurrence);
  };
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const hit = eventAt(event.target);
    const occurrence = hit && !endsDrag() ? occurrenceOf(hit.key) : undefined;
    if (!hit || !occurrence) return;
    roving.setTabStop(occurrence.key);
    props.onOpen(occurrence, hit.element);
  };
  const onDoubleClick = (event: MouseEvent<HTMLElement>): void => {
    const point = isFree(event.target) ? pointAt(event.clientX, event.clientY) : undefined;
    if (point && !point.inLane) select(hourAt(point, zone), point.column);
  };
  const working = days.map((day) => props.workingWeek[weekday(day) - 1] ?? null);
  const dropTask = (event: DragEvent): void => {
    const task = carriedTask(event.dataTransfer);
    const point = task && pointAt(event.clientX, event.clientY);
    if (!task || !point) return;
    event.preventDefault();
    props.onDropTask(task, spanAt(point, zone));
  };
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
      address={props.address}
      isHeld={held !== null}
    />
  ) : null;
  const common = {
    address: props.address,
    saysHowSoon: props.saysHowSoon,
    selectedKey: props.selectedKey,
    draggedKey: held?.occurrence && !drag?.copies ? held.occurrence.key : null,
    tabStop: roving.tabStop,
  };
  const geometry = { "--columns": days.length, "--hour": `${hourHeight}px` } as CSSProperties;
  return (
    // The grid hears what its events are pressed and typed on; the events themselves are the buttons.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div
      ref={scroller}
      className={styles.scroller}
      style={geometry}
      data-dragging={drag?.grip.kind}
      data-phone={props.isPhone || undefined}
      data-zones={props.secondZone ? "" : undefined}
      data-turning={props.isTurning || undefined}
      onPointerDown={onPointerDown}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
      onKeyDown={onKeyDown}
      onDragOver={(event) => carriesTask(event.dataTransfer) && event.preventDefault()}
      onDrop={dropTask}
    >
      <GridHead
        days={days}
        isPhone={props.isPhone}
        headerId={headerId}
        secondZone={props.secondZone}
        isRed={isRed}
        onOpenDay={props.onOpenDay}
        heads={columns?.heads(headerId)}
      >
        <AllDayLane
          laneRef={lane}
          days={days}
          items={contents.lane}
          columnWidth={width / days.length}
          {...common}
        >
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
              width={width / days.length}
              hourHeight={hourHeight}
              isRed={isRed(day)}
              working={working[index] ?? null}
              onMore={() => props.onOpenDay(day)}
              {...common}
            />
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

/** Where a task lies that was dropped at a point: an hour from the quarter there, or the day. */
function spanAt({ day, minute, inLane }: GridPoint, zone: Zone): Span {
  if (inLane) return daysSpan(zone.toInstant(day), 1, zone);
  const start = zone.toInstant(asLocal(day + Math.floor(minute / 15) * 15 * MINUTE));
  return { start, end: start + HOUR, allDay: false };
}

const previewElement = (root: HTMLElement | null): HTMLElement =>
  root?.querySelector<HTMLElement>("[data-drag-preview]") ?? root ?? document.body;
