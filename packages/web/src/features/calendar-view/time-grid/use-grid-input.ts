import { usualLength } from "../../../grammar/usual-length.ts";
import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { asLocal } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { useRef, type DragEvent, type KeyboardEvent, type MouseEvent } from "react";
import { clockNow } from "../../../i18n/clock.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { GridPoint } from "../../../grid/drag.ts";
import { useGridDrag } from "../../../grid/use-grid-drag.ts";
import { useKeyPick } from "../../../grid/use-key-pick.ts";
import { focusEvent, useRovingEvent } from "../../../grid/use-roving-event.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { daysSpan, type Span } from "../../../store/items/span.ts";
import { carriedTask, carriesTask } from "../../tasks/screen.tsx";
import { hoursUnderPointer } from "./hours-under-pointer.ts";
import type { TimeGridProps } from "./time-grid-props.ts";

/** Returns the event on which something happened. */
function eventAt(target: EventTarget): { readonly key: string; readonly element: HTMLElement } | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>("[data-event]") : null;
  const key = element?.dataset["event"];
  return element && key !== undefined ? { key, element } : undefined;
}

/** Returns whether the pointer is over neither an event nor a control. */
const isFree = (target: EventTarget): boolean =>
  target instanceof Element && !target.closest("[data-event], button");

const isTouch = (event: globalThis.MouseEvent): boolean =>
  event instanceof PointerEvent && event.pointerType === "touch";

/** Returns the usual length from the whole hour that contains a point. */
function hourAt({ day, minute }: GridPoint, zone: Zone): Span {
  const start = zone.toInstant(asLocal(day + Math.min(Math.floor(minute / 60), 23) * HOUR));
  return { start, end: start + usualLength(), allDay: false };
}

/** The positions of the grid and its parts. */
function useGridPlaces({ days, hourHeight }: TimeGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const lane = useRef<HTMLDivElement>(null);
  const pointAt = (x: number, y: number): GridPoint | undefined => {
    const [all, above] = [body, lane].map((it) => it.current?.getBoundingClientRect());
    return hoursUnderPointer({ columns: all, lane: above, days, hourHeight }, x, y);
  };
  return { scroller, body, lane, pointAt };
}

/** Handles pointer and keys in the grid: it drags, picks, opens and drops events. */
export function useGridInput(props: TimeGridProps) {
  const { days, contents, columns } = props;
  const zone = useViewerZone();
  const places = useGridPlaces(props);
  const { scroller, pointAt } = places;
  const roving = useRovingEvent(contents, clockNow());
  const occurrenceOf = (key: string): ShownOccurrence | undefined =>
    [...contents.lane, ...contents.days.flat()].find((it) => it.occurrence.key === key)?.occurrence;
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
  const handlers = {
    onPointerDown,
    ...gridHandlers(props, { pointAt, zone, occurrenceOf, select, endsDrag, keys, roving }),
  };
  return { ...places, drag, keys, tabStop: roving.tabStop, handlers };
}

interface GridInput {
  readonly pointAt: (x: number, y: number) => GridPoint | undefined;
  readonly zone: Zone;
  readonly occurrenceOf: (key: string) => ShownOccurrence | undefined;
  readonly select: (span: Span, column?: number) => void;
  readonly endsDrag: ReturnType<typeof useGridDrag>["endsDrag"];
  readonly keys: ReturnType<typeof useKeyPick>;
  readonly roving: ReturnType<typeof useRovingEvent>;
}

function gridHandlers(props: TimeGridProps, input: GridInput) {
  const { pointAt, zone, occurrenceOf, select, endsDrag, keys, roving } = input;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (keys.onKeyDown(event)) return;
    const hit = eventAt(event.target);
    // The space bar picks up an event only if that has the focus itself: a control in it, such as a task's box, uses it.
    const occurrence = event.key === " " && hit?.element === event.target ? occurrenceOf(hit.key) : undefined;
    if (!occurrence) return roving.onKeyDown(event);
    event.preventDefault();
    keys.carry(occurrence);
  };
  const createAt = (event: MouseEvent<HTMLElement>): void => {
    const point = isFree(event.target) ? pointAt(event.clientX, event.clientY) : undefined;
    if (point && !point.inLane) select(hourAt(point, zone), point.column);
  };
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const hit = eventAt(event.target);
    // A tap on an empty hour; a mouse clicks twice.
    if (!hit && !endsDrag() && isTouch(event.nativeEvent)) return createAt(event);
    const occurrence = hit && !endsDrag() ? occurrenceOf(hit.key) : undefined;
    if (!hit || !occurrence) return;
    roving.setTabStop(occurrence.key);
    props.onOpen(occurrence, hit.element);
  };
  const onDoubleClick = (event: MouseEvent<HTMLElement>): void => {
    if (!isTouch(event.nativeEvent)) createAt(event);
  };
  const onDrop = (event: DragEvent): void => {
    const task = carriedTask(event.dataTransfer);
    const point = task && pointAt(event.clientX, event.clientY);
    if (!task || !point) return;
    event.preventDefault();
    props.onDropTask(task, spanAt(point, zone));
  };
  const onDragOver = (event: DragEvent): void => {
    if (carriesTask(event.dataTransfer)) event.preventDefault();
  };
  return { onClick, onDoubleClick, onKeyDown, onDragOver, onDrop };
}

/** Returns the time of a task dropped at a point: an hour from the quarter there, or the day. */
function spanAt({ day, minute, inLane }: GridPoint, zone: Zone): Span {
  if (inLane) return daysSpan(zone.toInstant(day), 1, zone);
  const start = zone.toInstant(asLocal(day + Math.floor(minute / 15) * 15 * MINUTE));
  return { start, end: start + HOUR, allDay: false };
}

const previewElement = (root: HTMLElement | null): HTMLElement =>
  root?.querySelector<HTMLElement>("[data-drag-preview]") ?? root ?? document.body;
