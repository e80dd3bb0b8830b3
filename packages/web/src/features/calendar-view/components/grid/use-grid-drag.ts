import { useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import type { PointerEvent as ReactPointerEvent, RefObject } from "react";
import { AFTER_MS } from "../../../../ui/after-first-page.ts";
import type { ActiveDrag, DragGround, GridDrag as GridDragClass } from "./grid-drag.ts";

/** Drags on the grid: select time, move, resize, to the lane and back. Esc puts everything back; Alt copies. */
export function useGridDrag(
  scroller: RefObject<HTMLElement | null>,
  ground: DragGround,
  onTurn: (direction: 1 | -1) => void,
) {
  const [drag, setDrag] = useState<ActiveDrag | null>(null);
  const [grid, setGrid] = useState(() => GridDrag && new GridDrag(setDrag));
  useLayoutEffect(() => grid?.stand(ground));
  useEffect(() => (grid ? listenTo(grid) : wake(setDrag, setGrid)), [grid]);
  useDragScroll(scroller, drag !== null, onTurn);
  const onPointerDown = (event: ReactPointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || !(event.target instanceof Element) || event.target.closest("[data-no-drag]"))
      return;
    grid?.press(event.target, event);
  };
  return { drag, onPointerDown, endsDrag: () => grid?.endsDrag() ?? false };
}

let GridDrag: typeof GridDragClass | undefined;

/** Fetches what drags when the calendar has been drawn, or as soon as the pointer comes. */
function wake(
  onChange: (drag: ActiveDrag | null) => void,
  onHere: (grid: GridDragClass) => void,
): () => void {
  let isGone = false;
  const fetch = (): void =>
    void import("./grid-drag.ts").then(
      (module) => {
        GridDrag = module.GridDrag;
        if (!isGone) onHere(new GridDrag(onChange));
      },
      // Nothing is asked of it yet; the pointer asks again.
      () => undefined,
    );
  addEventListener("pointermove", fetch);
  const timer = setTimeout(fetch, AFTER_MS);
  return () => {
    isGone = true;
    clearTimeout(timer);
    removeEventListener("pointermove", fetch);
  };
}

function listenTo(grid: GridDragClass): () => void {
  const key = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !grid.isDragging()) return;
    event.preventDefault();
    event.stopPropagation();
    grid.cancel();
  };
  addEventListener("pointermove", grid.move);
  addEventListener("pointerup", grid.release);
  addEventListener("pointercancel", grid.cancel);
  addEventListener("keydown", key, true);
  return () => {
    removeEventListener("pointermove", grid.move);
    removeEventListener("pointerup", grid.release);
    removeEventListener("pointercancel", grid.cancel);
    removeEventListener("keydown", key, true);
  };
}

/** While something is dragged the grid scrolls at its edges, turns at its sides, and does not follow the finger. */
function useDragScroll(
  scroller: RefObject<HTMLElement | null>,
  isDragging: boolean,
  onTurn: (direction: 1 | -1) => void,
): void {
  const turn = useEffectEvent(onTurn);
  useEffect(() => {
    const element = scroller.current;
    if (!isDragging || !element) return undefined;
    const block = (event: TouchEvent): void => event.preventDefault();
    element.addEventListener("touchmove", block, { passive: false });
    let stop = (): void => {};
    let isOver = false;
    void import("./edge-scroll.ts").then(
      ({ scrollAtEdge, trackEdges }) => {
        if (isOver) return;
        const stops = [trackEdges(element, (direction) => turn(direction)), scrollAtEdge(element)];
        stop = () => stops.forEach((end) => end());
      },
      // Without it nothing scrolls by itself; dragging goes on.
      () => undefined,
    );
    return () => {
      isOver = true;
      element.removeEventListener("touchmove", block);
      stop();
    };
  }, [isDragging, scroller]);
}
