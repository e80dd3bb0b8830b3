import { addDays, asLocal, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { arrangerOf } from "../store/items/event-facts.ts";
import type { ShownOccurrence } from "../store/items/occurrences.ts";
import type { Span } from "../store/items/span.ts";
import { draggedSpan, type Grip, type GridPoint } from "./drag.ts";

/** A drag that has begun. */
export interface ActiveDrag {
  readonly grip: Grip;
  /** the event being dragged; null for a selection */
  readonly occurrence: ShownOccurrence | null;
  readonly span: Span;
  readonly copies: boolean;
  /** the column that the drag has reached, if there are several; undefined where columns do not matter */
  readonly column: number | undefined;
}

/** The parts of the grid that the drag needs, read again at every movement. */
export interface DragGround {
  /** the day and minute under a point of the window; beyond the edges the nearest */
  readonly pointAt: (x: number, y: number) => GridPoint | undefined;
  readonly zone: Zone;
  /** where a drag has come to; where it is not said, on a grid of `snap` minutes */
  readonly spanOf?: typeof draggedSpan;
  readonly occurrenceOf: (key: string) => ShownOccurrence | undefined;
  readonly onSelect: (span: Span, column?: number) => void;
  readonly onDrop: (occurrence: ShownOccurrence, span: Span, copies: boolean, column?: number) => void;
}

const THRESHOLD = 4;
const LONG_PRESS = 350;
const TOUCH_SLACK = 10;
const SNAP = 15;
const FINE_SNAP = 5;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 1440;

interface Press {
  readonly grip: Grip;
  readonly occurrence: ShownOccurrence | null;
  readonly x: number;
  readonly y: number;
  readonly isTouch: boolean;
  readonly pointerId: number;
  readonly column: number | undefined;
}

/** The fields of a pointer event that a drag uses. */
type Pointer = Pick<PointerEvent, "pointerId" | "clientX" | "clientY" | "shiftKey" | "altKey">;

/** The day of the mini-month under the pointer: an event dropped there moves to that day. */
function dayOfMiniMonth({ clientX, clientY }: Pointer): Local | undefined {
  const over = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("nav [data-day]");
  for (const marked of document.querySelectorAll("nav [data-drop]"))
    if (marked !== over) marked.removeAttribute("data-drop");
  over?.setAttribute("data-drop", "");
  return over ? addDays(asLocal(0), Number(over.dataset["day"])) : undefined;
}

/** One pointer on the grid: a press, a drag once it has gone 4 px (a finger: rested 350 ms), a drop. */
export class GridDrag {
  #ground: DragGround | undefined;
  #press: Press | undefined;
  #drag: ActiveDrag | undefined;
  #hasJustEnded = false;
  readonly #onChange: (drag: ActiveDrag | null) => void;

  constructor(onChange: (drag: ActiveDrag | null) => void) {
    this.#onChange = onChange;
  }

  /** The grid as it is drawn now. */
  stand(ground: DragGround): void {
    this.#ground = ground;
  }

  /** Whether the click that is being handled ends a drag, and so means nothing. */
  readonly endsDrag = (): boolean => this.#hasJustEnded;

  press(target: Element, pointer: Pointer & { readonly pointerType: string }): void {
    this.#hasJustEnded = false;
    const anchor = this.#ground?.pointAt(pointer.clientX, pointer.clientY);
    const grabbed = anchor && this.#grip(target, anchor);
    if (!grabbed) return;
    const isTouch = pointer.pointerType === "touch";
    const press = {
      ...grabbed,
      x: pointer.clientX,
      y: pointer.clientY,
      isTouch,
      pointerId: pointer.pointerId,
      column: anchor.column,
    };
    this.#press = press;
    if (isTouch) setTimeout(() => this.#rested(press), LONG_PRESS);
  }

  readonly move = (pointer: Pointer): void => {
    const press = this.#press;
    if (!press || pointer.pointerId !== press.pointerId) return;
    const distance = Math.hypot(pointer.clientX - press.x, pointer.clientY - press.y);
    // A finger that moves before it has rested scrolls.
    if (!this.#drag && press.isTouch) this.#press = distance > TOUCH_SLACK ? undefined : press;
    else if (this.#drag || distance >= THRESHOLD) this.#follow(press, pointer);
  };

  readonly release = (pointer: Pointer): void => {
    if (this.#press && pointer.pointerId !== this.#press.pointerId) return;
    const done = this.#drag;
    this.cancel();
    if (done?.occurrence) this.#ground?.onDrop(done.occurrence, done.span, done.copies, done.column);
    else if (done) this.#ground?.onSelect(done.span, done.column);
  };

  readonly cancel = (): void => {
    this.#press = undefined;
    if (this.#drag) this.#hasJustEnded = true;
    for (const marked of document.querySelectorAll("nav [data-drop]")) marked.removeAttribute("data-drop");
    this.#become(undefined);
  };

  readonly isDragging = (): boolean => this.#drag !== undefined;

  #follow(press: Press, pointer: Pointer): void {
    const { grip, occurrence } = press;
    const day = grip.kind === "move" ? dayOfMiniMonth(pointer) : undefined;
    const head =
      day === undefined
        ? this.#ground?.pointAt(pointer.clientX, pointer.clientY)
        : { day, minute: 0, inLane: false, keepsTime: true };
    if (!head || !this.#ground || this.#isRefused(occurrence)) return;
    const span = this.#spanOf(this.#ground, grip, head, pointer.shiftKey ? FINE_SNAP : SNAP);
    this.#become({
      grip,
      occurrence,
      span,
      copies: pointer.altKey && grip.kind === "move",
      column: grip.kind === "move" ? head.column : press.column,
    });
  }

  /** A finger that rests on empty time selects an hour under it; on an event it picks it up. */
  #rested(press: Press): void {
    const head = this.#press === press ? this.#ground?.pointAt(press.x, press.y) : undefined;
    if (!head || !this.#ground) return;
    navigator.vibrate?.(8);
    const { grip, occurrence } = press;
    if (this.#isRefused(occurrence)) return;
    const selects = grip.kind === "select" && !head.inLane;
    const end = selects ? { ...head, minute: Math.min(head.minute + HOUR_MINUTES, DAY_MINUTES) } : head;
    this.#become({
      grip,
      occurrence,
      span: this.#spanOf(this.#ground, grip, end, SNAP),
      copies: false,
      column: press.column,
    });
  }

  /** An event that somebody else organizes stays where it is; the handler of drops says why. */
  #isRefused(occurrence: ShownOccurrence | null): boolean {
    if (!occurrence || arrangerOf(occurrence.entry.event) === null) return false;
    const { start, end, allDay } = occurrence;
    this.#press = undefined;
    this.#hasJustEnded = true;
    this.#ground?.onDrop(occurrence, { start, end, allDay }, false);
    return true;
  }

  #spanOf({ spanOf = draggedSpan, zone }: DragGround, grip: Grip, head: GridPoint, snap: number): Span {
    return spanOf(grip, head, snap, zone);
  }

  #become(drag: ActiveDrag | undefined): void {
    if (drag === this.#drag) return;
    this.#drag = drag;
    this.#onChange(drag ?? null);
  }

  #grip(target: Element, anchor: GridPoint): Pick<Press, "grip" | "occurrence"> | undefined {
    const element = target.closest<HTMLElement>("[data-event]");
    if (!element) return { grip: { kind: "select", anchor }, occurrence: null };
    const occurrence = this.#ground?.occurrenceOf(element.dataset["event"] ?? "");
    if (!occurrence?.calendar.mayWrite) return undefined;
    const { start, end, allDay } = occurrence;
    const span: Span = { start, end, allDay };
    const edge = target.closest<HTMLElement>("[data-edge]")?.dataset["edge"];
    if (edge === "start" || edge === "end") return { grip: { kind: "resize", span, edge }, occurrence };
    return { grip: { kind: "move", span, anchor }, occurrence };
  }
}
