import { dayOf, startOfDay, type Local } from "@snart/calendar/time/local.ts";
import { useEffect, useRef, type RefObject } from "react";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { touchedDays } from "../../layout/touched-days.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import type { Span } from "../../store/items/span.ts";
import { textScale } from "../../ui/text-scale.ts";
import { useGridDrag } from "../../grid/use-grid-drag.ts";
import { useKeyPick } from "../../grid/use-key-pick.ts";
import type { GridPoint } from "../../grid/drag.ts";
import type { WideViewProps } from "../calendar-view/model.ts";
import type { Held } from "./held-days.tsx";
import { draggedDays, steppedSpan } from "../../grid/month-step.ts";
import { localOfDay, mondayOfWeek, WEEK_COUNT } from "./month-weeks.ts";
import type { WeekContents } from "./week-contents.ts";

interface MonthHeldOptions {
  readonly page: WideViewProps["page"];
  readonly scroller: RefObject<HTMLElement | null>;
  readonly rowHeight: number;
  /** the size of the weekdays above and of the week numbers at the side, px at the usual size of text */
  readonly head: number;
  readonly gutter: number;
  readonly contents: readonly WeekContents[];
  readonly reveal: (day: Local) => void;
}

const nothing = (): void => {};

/** The event dragged or carried over the days of the month, by pointer or keys. */
export function useMonthHeld(options: MonthHeldOptions) {
  const { page, scroller, contents } = options;
  const { itemActions } = page;
  const zone = useViewerZone();
  const occurrenceOf = (key: string): ShownOccurrence | undefined =>
    contents.find((it) => it.occurrences.has(key))?.occurrences.get(key);
  const name = (span: Span): void => {
    requestAnimationFrame(() => itemActions.name(span, scroller.current ?? document.body));
  };
  const { drag, onPointerDown, endsDrag } = useGridDrag(
    scroller,
    {
      pointAt: (x, y) => pointAt(options, x, y),
      zone,
      spanOf: (grip, head) => draggedDays(grip, head, zone),
      occurrenceOf,
      onSelect: name,
      onDrop: itemActions.move,
    },
    nothing,
  );
  const land = useLanding(options);
  const keys = useKeyPick({
    days: [],
    occurrences: [],
    onSelect: name,
    onDrop: (occurrence, span) => {
      itemActions.move(occurrence, span, false);
      land(occurrence.key, zone.toLocal(span.start));
    },
    onTurn: nothing,
    step: (span, key) => {
      const to = steppedSpan(span, key, zone);
      if (to) options.reveal(zone.toLocal(to.start));
      return to;
    },
  });
  const moving = drag ?? keys.pick;
  const held = moving ?? itemActions.unsaved;
  const days = held && touchedDays(held.span, zone);
  return {
    drag,
    keys,
    onPointerDown,
    endsDrag,
    occurrenceOf,
    draggedKey: moving?.occurrence && !drag?.copies ? moving.occurrence.key : null,
    /** the held event, for the weeks that it covers */
    of: (week: number): Held | null => {
      const monday = mondayOfWeek(week);
      if (!held || !days || days.endDay <= monday || days.startDay >= monday + 7) return null;
      const written = moving ? undefined : itemActions.unsaved?.title;
      return { span: held.span, occurrence: held.occurrence, written, isMoving: moving !== null };
    },
  };
}

/** Moves the focus with a carried event to its new day, where another element shows the event. */
function useLanding({ page, scroller }: MonthHeldOptions): (key: string, day: Local) => void {
  const wanted = useRef<{ readonly key: string; readonly day: number } | null>(null);
  useEffect(() => {
    const { current: root } = scroller;
    // Nothing moves while a question about a series is open.
    if (!wanted.current || !root || document.querySelector("[role=dialog], [role=alertdialog]")) return;
    const { key, day } = wanted.current;
    const cell = root.querySelector<HTMLElement>(`[data-day="${day}"]`);
    const name = `[data-event="${CSS.escape(key)}"]`;
    const there = cell?.querySelector<HTMLElement>(name);
    // The event is still in its old place.
    if (!cell || (!there && root.querySelector(name))) return;
    wanted.current = null;
    (there ?? cell).focus({ preventScroll: true });
  });
  return (key, day) => {
    wanted.current = { key, day: dayOf(day) };
    page.pick(startOfDay(day));
  };
}

/** Returns the day under a point of the window, or the nearest one beyond the edges. */
function pointAt(
  { scroller, rowHeight, ...usual }: MonthHeldOptions,
  x: number,
  y: number,
): GridPoint | undefined {
  const [head, gutter] = [usual.head * textScale(), usual.gutter * textScale()];
  const box = scroller.current?.getBoundingClientRect();
  if (!box || !scroller.current) return undefined;
  const column = Math.floor(((x - box.left - gutter) / (box.width - gutter)) * 7);
  const row = Math.floor(
    (Math.min(Math.max(y, box.top + head), box.bottom - 1) - box.top - head + scroller.current.scrollTop) /
      rowHeight,
  );
  const week = Math.min(Math.max(row, 0), WEEK_COUNT - 1);
  const day = mondayOfWeek(week) + Math.min(Math.max(column, 0), 6);
  return { day: localOfDay(day), minute: 0, inLane: true };
}
