import { usualLength } from "../../grammar/usual-length.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";
import { dayOf, weekday, type Local } from "@snart/calendar/time/local.ts";
import {
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from "react";
import { clockNow } from "../../i18n/clock.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import type { WideViewProps } from "../calendar-view/model.ts";
import { nextHour } from "../event/screen.tsx";
import { dayByKey } from "../../grid/day-by-key.ts";
import { localOfDay, weekOfDay } from "./month-weeks.ts";
import type { useMonthHeld } from "./use-month-held.ts";
import type { MonthDay, WeekContents } from "./week-contents.ts";

interface MonthActionsOptions {
  readonly page: WideViewProps["page"];
  readonly scroller: RefObject<HTMLElement | null>;
  readonly contents: readonly WeekContents[];
  readonly held: ReturnType<typeof useMonthHeld>;
  readonly reveal: (day: Local) => void;
}

interface OpenList {
  readonly day: number;
  readonly anchor: HTMLElement;
}

/** When a new event begins on a day that is not today. */
const MORNING = 9 * HOUR;

const numberIn = (element: Element | null, name: string): number | undefined => {
  const text = element instanceof HTMLElement ? element.dataset[name] : undefined;
  return text === undefined ? undefined : Number(text);
};

/** Returns the handlers of clicks and keys on the month. */
export function useMonthActions(options: MonthActionsOptions) {
  const { page, scroller, held } = options;
  const { itemActions } = page;
  const zone = useViewerZone();
  const [list, setList] = useState<OpenList | null>(null);

  const cellOf = (day: number): HTMLElement | null =>
    scroller.current?.querySelector<HTMLElement>(`[data-day="${day}"]`) ?? null;
  const nameOn = (day: Local): void => {
    setList(null);
    const isToday = day === page.today;
    const span = isToday ? nextHour(clockNow()) : hourAt(zone.toInstant(day) + MORNING);
    requestAnimationFrame(() => itemActions.name(span, cellOf(dayOf(day)) ?? document.body));
  };
  const openList = (day: number, anchor: HTMLElement): void => {
    page.pick(localOfDay(day));
    setList({ day, anchor });
  };
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    if (held.endsDrag() || !(event.target instanceof Element)) return;
    const button = event.target.closest<HTMLElement>("button");
    const occurrence = held.occurrenceOf(button?.dataset["event"] ?? "");
    if (button && occurrence) return itemActions.open(occurrence, button);
    const [more, day, week] = (["more", "openDay", "openWeek"] as const).map((it) => numberIn(button, it));
    if (button && more !== undefined) openList(more, button);
    else if (day !== undefined) page.goTo(localOfDay(day), "day");
    else if (week !== undefined) page.goTo(localOfDay(week), "week");
    else {
      const cell = numberIn(event.target.closest("[data-day]"), "day");
      if (cell !== undefined) page.pick(localOfDay(cell));
    }
  };
  const onDoubleClick = (event: MouseEvent<HTMLElement>): void => {
    if (!(event.target instanceof Element) || event.target.closest("button")) return;
    const cell = numberIn(event.target.closest("[data-day]"), "day");
    if (cell !== undefined) nameOn(localOfDay(cell));
  };

  const onKeyDown = useMonthKeys({ ...options, openList, nameOn });
  return {
    list,
    closeList: () => setList(null),
    openFromList: (occurrence: ShownOccurrence): void => {
      const anchor = list?.anchor;
      setList(null);
      // The list returns the focus first, so that the popover returns it to the same element.
      if (anchor) requestAnimationFrame(() => itemActions.open(occurrence, anchor));
    },
    nameOn,
    onClick,
    onDoubleClick,
    onKeyDown,
  };
}

interface MonthKeysOptions extends MonthActionsOptions {
  readonly openList: (day: number, anchor: HTMLElement) => void;
  readonly nameOn: (day: Local) => void;
}

/** Returns the handler of keys on the days and their events. */
function useMonthKeys(options: MonthKeysOptions) {
  const { page, contents, held, openList, nameOn } = options;
  const { itemActions } = page;
  const focusDay = useFocusDay(options);
  const dayIn = (day: number): MonthDay | undefined =>
    contents.find((it) => it.week === weekOfDay(day))?.days[weekday(localOfDay(day)) - 1];
  const onEventKey = (event: KeyboardEvent, occurrence: ShownOccurrence): boolean => {
    if (event.key === " ") held.keys.carry(occurrence);
    else if (event.key === "Delete" || event.key === "Backspace") itemActions.remove(occurrence);
    else if (event.key === "e" && page.account.preferences.singleKeyShortcuts !== false)
      itemActions.edit(occurrence);
    else return false;
    return true;
  };
  const onCellKey = (event: KeyboardEvent, cell: HTMLElement): boolean => {
    const number = numberIn(cell, "day");
    if (number === undefined) return false;
    const to = dayByKey(localOfDay(number), event.key);
    if (to !== undefined) focusDay(to);
    else if (event.key === " ") return walkInDay(cell, "ArrowDown");
    else if (event.key !== "Enter") return false;
    else if ((dayIn(number)?.occurrences.length ?? 0) > 0) openList(number, cell);
    else nameOn(localOfDay(number));
    return true;
  };
  return (event: KeyboardEvent<HTMLElement>): void => {
    if (held.keys.onKeyDown(event)) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!(event.target instanceof HTMLElement)) return;
    const occurrence = held.occurrenceOf(event.target.dataset["event"] ?? "");
    const isDone =
      event.target.getAttribute("role") === "gridcell"
        ? onCellKey(event, event.target)
        : (occurrence !== undefined && onEventKey(event, occurrence)) || walkInDay(event.target, event.key);
    if (!isDone) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

const hourAt = (start: number) => ({ start, end: start + usualLength(), allDay: false });

/** Moves the focus to a day, once its week is drawn. */
function useFocusDay({ page, scroller, reveal }: MonthActionsOptions): (day: Local) => void {
  const wanted = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-day="${wanted.current}"]`);
    if (!cell) return;
    wanted.current = null;
    cell.focus({ preventScroll: true });
  });
  return (day) => {
    wanted.current = dayOf(day);
    page.pick(day);
    reveal(day);
  };
}

/** Moves the focus between the items of a day with the arrows; sideways arrows and Escape return it to the days. */
function walkInDay(target: HTMLElement, key: string): boolean {
  const cell = target.closest<HTMLElement>("[role=gridcell]");
  if (!cell) return false;
  const stops = [cell, ...cell.querySelectorAll<HTMLElement>("[data-event], [data-more]")];
  const step = key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : 0;
  const to = key === "Escape" ? cell : step === 0 ? undefined : stops[stops.indexOf(target) + step];
  to?.focus({ preventScroll: true });
  return to !== undefined;
}
