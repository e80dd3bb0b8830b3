import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from "react";
import type { ColumnsWindow } from "./columns-of-day.ts";
import styles from "./day-columns.module.css";

interface ColumnsBarProps {
  readonly window: ColumnsWindow;
  readonly onScroll: (at: number) => void;
  /** the element over which a wheel scrolls sideways */
  readonly over: RefObject<HTMLElement | null>;
}

/** A wheel's step of this many pixels turns by one column. */
const PER_COLUMN = 80;

/**
 * A bar beneath the columns that scrolls them, one at a time: only those in sight are drawn. A wheel that is turned sideways, or
 * with Shift, does the same. The buttons above are for keys and screen readers.
 */
export function ColumnsBar({ window: { at, room, total, isFirstKept }, onScroll, over }: ColumnsBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const turned = useRef(0);
  const most = total - room;
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    const left = (at / Math.max(1, most)) * (element.scrollWidth - element.clientWidth);
    if (Math.abs(element.scrollLeft - left) > 1 && columnOf(element, most) !== at) element.scrollLeft = left;
  }, [at, most]);
  const onWheel = useEffectEvent((event: WheelEvent) => {
    const way = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    if (event.ctrlKey || Math.abs(way) <= (event.shiftKey ? 0 : Math.abs(event.deltaY))) return;
    event.preventDefault();
    turned.current += way;
    const columns = Math.trunc(turned.current / PER_COLUMN);
    if (columns === 0) return;
    turned.current -= columns * PER_COLUMN;
    onScroll(Math.min(Math.max(at + columns, 0), most));
  });
  useEffect(() => {
    const element = over.current;
    const listener = (event: WheelEvent): void => onWheel(event);
    element?.addEventListener("wheel", listener, { passive: false });
    return () => element?.removeEventListener("wheel", listener);
  }, [over]);
  return (
    <div
      ref={bar}
      className={styles.bar}
      data-kept={isFirstKept || undefined}
      tabIndex={-1}
      aria-hidden
      onScroll={({ currentTarget }) => {
        const to = columnOf(currentTarget, most);
        if (to !== at) onScroll(to);
      }}
    >
      <div style={{ width: `${(total / room) * 100}%` }} />
    </div>
  );
}

const columnOf = ({ scrollLeft, scrollWidth, clientWidth }: HTMLElement, most: number): number =>
  Math.round((scrollLeft / Math.max(1, scrollWidth - clientWidth)) * most);
