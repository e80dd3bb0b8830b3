import { useEffectEvent, useLayoutEffect, useMemo, useState, type RefObject } from "react";
import type { SoonItem } from "./soon-items.ts";
import { piecesOf, rowsBetween, topsOf, type Piece, type RowsInView } from "./rows-in-view.ts";

/** px, of rows of a kind of which none was drawn yet */
const GUESS: Readonly<Record<SoonItem["kind"], number>> = {
  group: 48,
  day: 28,
  named: 34,
  gap: 32,
  event: 40,
};
/** px above and below what is seen that are drawn as well, so that scrolling shows no gap */
const BESIDE = 600;
/** Rows that may be missing at either end of `BESIDE` before the list is drawn anew. */
const SLACK = 6;
/** The rows of the first drawing, before it is known how high the page is. */
const FIRST: RowsInView = { from: 0, to: 40 };

type Heights = ReadonlyMap<string, number>;
const NONE: Heights = new Map();

/**
 * The rows of a long list that are near what is seen; all others are only room.
 * @param list holds the drawn rows as children with `data-index`; its nearest ancestor with `data-scrolls` scrolls
 * @param pinned rows that are drawn wherever they are
 */
export function useRowsInView(
  list: RefObject<HTMLElement | null>,
  items: readonly SoonItem[],
  pinned: readonly number[],
): readonly Piece[] {
  const [rows, setRows] = useState(FIRST);
  const [heights, setHeights] = useState(NONE);
  const tops = useMemo(() => {
    const guess = guesses(items, heights);
    return topsOf(items.map(({ key, kind }) => heights.get(key) ?? guess[kind]));
  }, [items, heights]);
  const look = useEffectEvent((element: HTMLElement, scroller: HTMLElement) => {
    const top = scroller.getBoundingClientRect().top - element.getBoundingClientRect().top;
    const next = rowsBetween(tops, top - BESIDE, top + scroller.clientHeight + BESIDE);
    const isNear = Math.abs(next.from - rows.from) <= SLACK && Math.abs(next.to - rows.to) <= SLACK;
    if (!isNear) setRows(next);
  });
  const measure = useEffectEvent((element: HTMLElement, isOther: boolean) =>
    setHeights((known) => withHeights(element, items, isOther ? NONE : known)),
  );
  useLayoutEffect(() => {
    const element = list.current;
    const scroller = element?.closest<HTMLElement>("[data-scrolls]");
    if (!element || !scroller) return;
    let width = scroller.clientWidth;
    const observer = new ResizeObserver(() => {
      // Rows have other heights at another width.
      measure(element, scroller.clientWidth !== width);
      width = scroller.clientWidth;
      look(element, scroller);
    });
    const onScroll = (): void => look(element, scroller);
    observer.observe(element);
    observer.observe(scroller);
    scroller.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener("scroll", onScroll);
    };
  }, [list]);
  return useMemo(() => {
    const most = items.length;
    return piecesOf(tops, { from: Math.min(rows.from, most), to: Math.min(rows.to, most) }, pinned);
  }, [tops, rows, items.length, pinned]);
}

/** What rows of each kind are high on the average, as far as any was drawn. */
function guesses(items: readonly SoonItem[], known: Heights): Record<SoonItem["kind"], number> {
  const sums = new Map<SoonItem["kind"], { height: number; count: number }>();
  for (const { key, kind } of items) {
    const height = known.get(key);
    if (height === undefined) continue;
    const sum = sums.get(kind) ?? { height: 0, count: 0 };
    sums.set(kind, { height: sum.height + height, count: sum.count + 1 });
  }
  const guess = { ...GUESS };
  for (const [kind, { height, count }] of sums) guess[kind] = height / count;
  return guess;
}

/** The known heights and those of the drawn rows; the same map if none is new. */
function withHeights(list: HTMLElement, items: readonly SoonItem[], known: Heights): Heights {
  const found: [string, number][] = [];
  for (const child of list.children) {
    const index = child instanceof HTMLElement ? child.dataset["index"] : undefined;
    const item = index === undefined ? undefined : items[Number(index)];
    if (item && !known.has(item.key)) found.push([item.key, child.getBoundingClientRect().height]);
  }
  return found.length === 0 ? known : new Map([...known, ...found]);
}
