import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
} from "react";
import { code } from "../ui/part.tsx";
import { GridDrag, type ActiveDrag, type DragGround } from "./grid-drag.ts";

/** Nobody reaches an edge before the first page is idle. */
const withEdges = code(() => import("./edge-scroll.ts"));

/** Drags on the grid: select time, move, resize, to the lane and back. Esc puts everything back; Alt copies. */
export function useGridDrag(
  scroller: RefObject<HTMLElement | null>,
  ground: DragGround,
  onTurn: (direction: 1 | -1) => void,
) {
  const [drag, setDrag] = useState<ActiveDrag | null>(null);
  const [grid] = useState(() => new GridDrag(setDrag));
  useLayoutEffect(() => grid.stand(ground));
  useEffect(() => listenTo(grid), [grid]);
  useDragScroll(scroller, drag !== null, onTurn);
  const onPointerDown = (event: ReactPointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || !(event.target instanceof Element) || event.target.closest("[data-no-drag]"))
      return;
    grid.press(event.target, event.nativeEvent);
  };
  return { drag, onPointerDown, endsDrag: grid.endsDrag };
}

function listenTo(grid: GridDrag): () => void {
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
    let stops: readonly (() => void)[] | null = [];
    withEdges(
      ({ trackEdges, scrollAtEdge }) => {
        if (stops) stops = [trackEdges(element, (direction) => turn(direction)), scrollAtEdge(element)];
      },
      () => undefined,
    );
    return () => {
      element.removeEventListener("touchmove", block);
      for (const stop of stops ?? []) stop();
      stops = null;
    };
  }, [isDragging, scroller]);
}
