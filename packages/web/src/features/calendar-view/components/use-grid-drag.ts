import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { RefObject } from "react";
import type { Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { ShownOccurrence } from "../../../store/occurrences.ts";
import type { Span } from "../../../store/span.ts";
import { draggedSpan } from "../drag.ts";
import type { Grip, GridPoint } from "../drag.ts";
import { scrollAtEdge, trackEdges } from "./edge-scroll.ts";

/** A drag that has begun. */
export interface ActiveDrag {
  readonly grip: Grip;
  /** what is dragged; null for a selection */
  readonly occurrence: ShownOccurrence | null;
  readonly span: Span;
  readonly copies: boolean;
}

export interface GridDragOptions {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly body: RefObject<HTMLElement | null>;
  readonly lane: RefObject<HTMLElement | null>;
  readonly days: readonly Local[];
  readonly hourHeight: number;
  readonly zone: Zone;
  readonly occurrenceOf: (key: string) => ShownOccurrence | undefined;
  readonly onSelect: (span: Span) => void;
  readonly onDrop: (occurrence: ShownOccurrence, span: Span, copies: boolean) => void;
  readonly onTurn: (direction: 1 | -1) => void;
}

const THRESHOLD = 4;
const LONG_PRESS = 350;
const TOUCH_SLACK = 10;
const SNAP = 15;
const FINE_SNAP = 5;

interface Press {
  readonly grip: Grip;
  readonly occurrence: ShownOccurrence | null;
  readonly x: number;
  readonly y: number;
  readonly isTouch: boolean;
  readonly pointerId: number;
}

/** Drags on the grid: select time, move, resize, to the lane and back. Esc puts everything back; Alt copies. */
export function useGridDrag(options: GridDragOptions) {
  const [drag, setDrag] = useState<ActiveDrag | null>(null);
  const press = useRef<Press | null>(null);
  const current = useRef<ActiveDrag | null>(null);
  const justDragged = useRef(false);

  const update = (next: ActiveDrag | null): void => {
    current.current = next;
    setDrag(next);
  };
  const end = (): void => {
    press.current = null;
    if (current.current) justDragged.current = true;
    update(null);
  };
  const follow = (event: PointerEvent): void => {
    const pressed = press.current;
    const head = pointAt(options, event.clientX, event.clientY);
    if (!pressed || !head) return;
    const span = draggedSpan(pressed.grip, head, event.shiftKey ? FINE_SNAP : SNAP, options.zone);
    update({
      grip: pressed.grip,
      occurrence: pressed.occurrence,
      span,
      copies: event.altKey && pressed.grip.kind === "move",
    });
  };
  const onMove = useEffectEvent((event: PointerEvent) => {
    const pressed = press.current;
    if (!pressed || event.pointerId !== pressed.pointerId) return;
    const distance = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y);
    if (!current.current) {
      if (pressed.isTouch) {
        // The finger went on before the long press was over: it scrolls.
        if (distance > TOUCH_SLACK) press.current = null;
        return;
      }
      if (distance < THRESHOLD) return;
    }
    follow(event);
  });
  const onUp = useEffectEvent((event: PointerEvent) => {
    const done = current.current;
    if (press.current && event.pointerId !== press.current.pointerId) return;
    end();
    if (!done) return;
    if (done.occurrence) options.onDrop(done.occurrence, done.span, done.copies);
    else options.onSelect(done.span);
  });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || !current.current) return;
    event.preventDefault();
    event.stopPropagation();
    end();
  });
  const onCancel = useEffectEvent(end);
  const onEdge = useEffectEvent((direction: 1 | -1) => options.onTurn(direction));
  const isDragging = drag !== null;

  useEffect(() => {
    const move = (event: PointerEvent): void => onMove(event);
    const up = (event: PointerEvent): void => onUp(event);
    const key = (event: KeyboardEvent): void => onKey(event);
    const cancel = (): void => onCancel();
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", cancel);
    addEventListener("keydown", key, true);
    return () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", cancel);
      removeEventListener("keydown", key, true);
    };
  }, []);

  useEffect(() => {
    const scroller = options.scroller.current;
    if (!isDragging || !scroller) return undefined;
    const block = (event: TouchEvent): void => event.preventDefault();
    scroller.addEventListener("touchmove", block, { passive: false });
    const stopEdges = trackEdges(scroller, (direction) => onEdge(direction));
    const stopScroll = scrollAtEdge(scroller);
    return () => {
      scroller.removeEventListener("touchmove", block);
      stopEdges();
      stopScroll();
    };
  }, [isDragging, options.scroller]);

  const onPointerDown = (event: React.PointerEvent<HTMLElement>): void => {
    justDragged.current = false;
    if (event.button !== 0 || !(event.target instanceof Element)) return;
    const anchor = pointAt(options, event.clientX, event.clientY);
    if (!anchor || event.target.closest("[data-no-drag]")) return;
    const grabbed = gripAt(event.target, anchor, options.occurrenceOf);
    if (!grabbed) return;
    const isTouch = event.pointerType === "touch";
    const begun: Press = {
      ...grabbed,
      x: event.clientX,
      y: event.clientY,
      isTouch,
      pointerId: event.pointerId,
    };
    press.current = begun;
    if (isTouch) setTimeout(() => startLongPress(begun), LONG_PRESS);
  };
  const startLongPress = (begun: Press): void => {
    if (press.current !== begun) return;
    const head = pointAt(options, begun.x, begun.y);
    if (!head) return;
    navigator.vibrate?.(8);
    const anchor =
      begun.grip.kind === "select" && !head.inLane
        ? { ...head, minute: Math.min(head.minute + 60, 1440) }
        : head;
    update({
      grip: begun.grip,
      occurrence: begun.occurrence,
      span: draggedSpan(begun.grip, anchor, SNAP, options.zone),
      copies: false,
    });
  };

  return {
    drag,
    onPointerDown,
    /** whether the click that is being handled ends a drag, and so means nothing */
    endsDrag: (): boolean => justDragged.current,
  };
}

function gripAt(
  target: Element,
  anchor: GridPoint,
  occurrenceOf: (key: string) => ShownOccurrence | undefined,
): { readonly grip: Grip; readonly occurrence: ShownOccurrence | null } | undefined {
  const element = target.closest<HTMLElement>("[data-event]");
  if (!element) return { grip: { kind: "select", anchor }, occurrence: null };
  const occurrence = occurrenceOf(element.dataset["event"] ?? "");
  if (!occurrence?.calendar.mayWrite) return undefined;
  const { start, end, allDay } = occurrence;
  const span: Span = { start, end, allDay };
  const edge = target.closest<HTMLElement>("[data-edge]")?.dataset["edge"];
  if (edge === "start" || edge === "end") return { grip: { kind: "resize", span, edge }, occurrence };
  return { grip: { kind: "move", span, anchor }, occurrence };
}

/** The day and minute under a point of the window. Beyond the edges it is the nearest. */
function pointAt(
  { body, lane, days, hourHeight }: GridDragOptions,
  x: number,
  y: number,
): GridPoint | undefined {
  const columns = body.current?.getBoundingClientRect();
  if (!columns || columns.width === 0) return undefined;
  const index = Math.floor(((x - columns.left) / columns.width) * days.length);
  const day = days[Math.min(Math.max(index, 0), days.length - 1)];
  if (day === undefined) return undefined;
  const minute = Math.min(Math.max(((y - columns.top) / hourHeight) * 60, 0), 1440);
  const inLane = y < (lane.current?.getBoundingClientRect().bottom ?? 0);
  return { day, minute, inLane };
}
