import { dayOf, type Local } from "@snart/calendar/time/local.ts";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { textScale } from "../../ui/text-scale.ts";
import { useElementSize } from "../../ui/use-element-size.ts";
import { countOf, firstOf, startOfMonth, type View } from "../../grid/view-address.ts";
import {
  dayOfMonthOnScreen,
  mondayOnScreen,
  scrollTopOfMonth,
  weekOfDay,
  weeksAround,
  type WeekSpan,
} from "./month-weeks.ts";

interface MonthScrollOptions {
  /** the day that the address names, and whether as many weeks as fit are shown or a chosen number */
  readonly view: View;
  /** counts deliberate steps: each scrolls the month to the top, even if it is the same one */
  readonly jumps: number;
  readonly onPass: (month: Local) => void;
  readonly onRest: (month: Local) => void;
}

/** The height of the weekdays above the weeks and the least height of a week, px at the usual size of text. */
export const HEAD = 30;
const LEAST_ROW = 96;
/** The weeks drawn above and below the visible ones. */
const SPARE = 2;
/** The pause in scrolling after which the address follows, ms. */
const REST = 140;

/** Returns the rendered weeks, and makes scroll position and address follow each other. */
export function useMonthScroll({ view, jumps, onPass, onRest }: MonthScrollOptions) {
  const scroller = useRef<HTMLDivElement>(null);
  const size = useElementSize(scroller);
  const height = Math.max(0, size.height - HEAD * textScale());
  const { date } = view;
  const isWeeks = view.kind === "weeks";
  // A fraction of a px would lose some of the lines between weeks.
  const rowHeight = Math.max(LEAST_ROW * textScale(), Math.floor(height / (isWeeks ? countOf(view) : 6)));
  const month = firstOf(view);
  const [scrolled, setScrolled] = useState<WeekSpan | null>(null);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);

  const monthAt = (top: number): Local =>
    isWeeks ? mondayOnScreen(top, rowHeight) : startOfMonth(dayOfMonthOnScreen(top, rowHeight));
  const onScroll = (): void => {
    const top = scroller.current?.scrollTop ?? 0;
    const next = weeksAround(top, height, rowHeight, SPARE);
    setScrolled((had) => (had?.from === next.from && had.to === next.to ? had : next));
    onPass(monthAt(top));
    clearTimeout(resting.current);
    resting.current = setTimeout(() => onRest(monthAt(top)), REST);
  };
  const begin = isWeeks
    ? weekOfDay(dayOf(month)) * rowHeight
    : scrollTopOfMonth(month, date, height, rowHeight);
  const bringMonth = useEffectEvent(() => {
    const element = scroller.current;
    if (element && height > 0) element.scrollTop = begin;
  });
  useLayoutEffect(() => bringMonth(), [jumps, height, rowHeight]);
  // The browser's back button changes only the address.
  const followAddress = useEffectEvent(() => {
    if (monthAt(scroller.current?.scrollTop ?? 0) !== month) bringMonth();
  });
  useLayoutEffect(() => followAddress(), [month]);
  useEffect(() => () => clearTimeout(resting.current), []);

  /** Scrolls just far enough to show the week of a day. */
  const reveal = (day: Local): void => {
    const element = scroller.current;
    if (!element) return;
    const top = weekOfDay(dayOf(day)) * rowHeight;
    if (element.scrollTop > top) element.scrollTop = top;
    else if (element.scrollTop + height < top + rowHeight) element.scrollTop = top + rowHeight - height;
  };
  const begins = weeksAround(begin, height, rowHeight, SPARE);
  const span: WeekSpan = height === 0 ? { from: 0, to: 0 } : (scrolled ?? begins);
  return { scroller, span, width: size.width, rowHeight, onScroll, reveal };
}
