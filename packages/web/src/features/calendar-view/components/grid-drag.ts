import type { Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { ShownOccurrence } from "../../../store/occurrences.ts";
import type { Span } from "../../../store/span.ts";
import { draggedSpan } from "../drag.ts";
import type { Grip, GridPoint } from "../drag.ts";

/** A drag that has begun. */
export interface ActiveDrag {
  readonly grip: Grip;
  /** what is dragged; null for a selection */
  readonly occurrence: ShownOccurrence | null;
  readonly span: Span;
  readonly copies: boolean;
}

/** What the drag needs to know of the grid, read anew with every movement. */
export interface DragGround {
  /** the boxes of the columns and of the all-day lane, in the window */
  readonly columns: () => DOMRect | undefined;
  readonly lane: () => DOMRect | undefined;
  readonly days: readonly Local[];
  readonly hourHeight: number;
  readonly zone: Zone;
  readonly occurrenceOf: (key: string) => ShownOccurrence | undefined;
  readonly onSelect: (span: Span) => void;
  readonly onDrop: (occurrence: ShownOccurrence, span: Span, copies: boolean) => void;
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
}

/** The part of a pointer event that a drag is about. */
type Pointer = Pick<PointerEvent, "pointerId" | "clientX" | "clientY" | "shiftKey" | "altKey">;

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
    const anchor = this.#pointAt(pointer.clientX, pointer.clientY);
    const grabbed = anchor && this.#grip(target, anchor);
    if (!grabbed) return;
    const isTouch = pointer.pointerType === "touch";
    const press = {
      ...grabbed,
      x: pointer.clientX,
      y: pointer.clientY,
      isTouch,
      pointerId: pointer.pointerId,
    };
    this.#press = press;
    if (isTouch) setTimeout(() => this.#rested(press), LONG_PRESS);
  }

  readonly move = (pointer: Pointer): void => {
    const press = this.#press;
    if (!press || pointer.pointerId !== press.pointerId) return;
    const distance = Math.hypot(pointer.clientX - press.x, pointer.clientY - press.y);
    // A finger that goes on before it has rested scrolls.
    if (!this.#drag && press.isTouch) this.#press = distance > TOUCH_SLACK ? undefined : press;
    else if (this.#drag || distance >= THRESHOLD) this.#follow(press, pointer);
  };

  readonly release = (pointer: Pointer): void => {
    if (this.#press && pointer.pointerId !== this.#press.pointerId) return;
    const done = this.#drag;
    this.cancel();
    if (done?.occurrence) this.#ground?.onDrop(done.occurrence, done.span, done.copies);
    else if (done) this.#ground?.onSelect(done.span);
  };

  readonly cancel = (): void => {
    this.#press = undefined;
    if (this.#drag) this.#hasJustEnded = true;
    this.#become(undefined);
  };

  readonly isDragging = (): boolean => this.#drag !== undefined;

  #follow(press: Press, pointer: Pointer): void {
    const head = this.#pointAt(pointer.clientX, pointer.clientY);
    const { grip, occurrence } = press;
    if (!head || !this.#ground) return;
    const span = draggedSpan(grip, head, pointer.shiftKey ? FINE_SNAP : SNAP, this.#ground.zone);
    this.#become({ grip, occurrence, span, copies: pointer.altKey && grip.kind === "move" });
  }

  /** A finger that rests on empty time selects an hour under it; on an event it picks it up. */
  #rested(press: Press): void {
    const head = this.#press === press ? this.#pointAt(press.x, press.y) : undefined;
    if (!head || !this.#ground) return;
    navigator.vibrate?.(8);
    const { grip, occurrence } = press;
    const selects = grip.kind === "select" && !head.inLane;
    const end = selects ? { ...head, minute: Math.min(head.minute + HOUR_MINUTES, DAY_MINUTES) } : head;
    this.#become({ grip, occurrence, span: draggedSpan(grip, end, SNAP, this.#ground.zone), copies: false });
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

  /** The day and minute under a point of the window. Beyond the edges it is the nearest. */
  #pointAt(x: number, y: number): GridPoint | undefined {
    const ground = this.#ground;
    const columns = ground?.columns();
    if (!ground || !columns || columns.width === 0) return undefined;
    const { days, hourHeight } = ground;
    const index = Math.floor(((x - columns.left) / columns.width) * days.length);
    const day = days[Math.min(Math.max(index, 0), days.length - 1)];
    const minute = Math.min(Math.max(((y - columns.top) / hourHeight) * HOUR_MINUTES, 0), DAY_MINUTES);
    return day === undefined ? undefined : { day, minute, inLane: y < (ground.lane()?.bottom ?? 0) };
  }
}
