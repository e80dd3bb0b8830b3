import { useEffect, useRef, useState, type RefObject } from "react";

/** So many cells are drawn at first, and so many more each time; but so many rows at least, and at most. */
const CELLS = 300;
const FEWEST_ROWS = 4;
const MOST_ROWS = 12;

/**
 * How many rows of a large table are drawn: the first of them, and more when what stands behind them comes into view. Thousands of cells at
 * once would keep a slow phone busy for seconds.
 * @returns with a ref for what stands behind the last row
 */
export function useGrowing(
  total: number,
  columns: number,
): readonly [number, RefObject<HTMLTableRowElement | null>] {
  const step = Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, Math.ceil(CELLS / Math.max(columns, 1))));
  const [shown, setShown] = useState(step);
  const behind = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    const row = behind.current;
    if (!row || shown >= total) return undefined;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setShown(shown + step);
      },
      { rootMargin: "200px" },
    );
    watch.observe(row);
    return () => watch.disconnect();
  }, [shown, step, total]);
  return [Math.min(shown, total), behind];
}
