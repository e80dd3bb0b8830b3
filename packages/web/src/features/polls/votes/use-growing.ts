import { useEffect, useRef, useState, type RefObject } from "react";

/** So many rows are drawn at first, and so many more each time. */
const STEP = 12;

/**
 * How many rows of a long list are drawn: the first of them, and more when what stands behind them comes into view. Hundreds of rows at once
 * would keep a slow phone busy for seconds.
 * @returns with a ref for what stands behind the last row
 */
export function useGrowing(total: number): readonly [number, RefObject<HTMLTableRowElement | null>] {
  const [shown, setShown] = useState(STEP);
  const behind = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    const row = behind.current;
    if (!row || shown >= total) return undefined;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setShown(shown + STEP);
      },
      { rootMargin: "200px" },
    );
    watch.observe(row);
    return () => watch.disconnect();
  }, [shown, total]);
  return [Math.min(shown, total), behind];
}
