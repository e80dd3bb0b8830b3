import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
} from "react";
import { AFTER_MS } from "../ui/after-first-page.ts";
import type { ActiveDrag, DragGround, GridDrag as GridDragClass } from "./grid-drag.ts";

/** Drags on the grid: select time, move, resize, to the lane and back. Esc puts everything back; Alt copies. */
export function useGridDrag(
  scroller: RefObject<HTMLElement | null>,
  ground: DragGround,
  onTurn: (direction: 1 | -1) => void,
) {
  const [drag, setDrag] = useState<ActiveDrag | null>(null);
  const [grid, setGrid] = useState(() => GridDrag && new GridDrag(setDrag));
  const missed = useRef<Missed>({});
  useLayoutEffect(() => grid?.stand(ground));
  useEffect(() => {
    if (!grid) return wake(setDrag, setGrid, missed.current);
    makeUpFor(missed.current, grid);
    return listenTo(grid);
  }, [grid]);
  useDragScroll(scroller, drag !== null, onTurn);
  const onPointerDown = (event: ReactPointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || !(event.target instanceof Element) || event.target.closest("[data-no-drag]"))
      return;
    const { target, nativeEvent } = event;
    if (grid) grid.press(target, nativeEvent);
    else Object.assign(missed.current, { target, press: nativeEvent, move: undefined, release: undefined });
  };
  return { drag, onPointerDown, endsDrag: () => grid?.endsDrag() ?? false };
}

/** What the pointer did while what drags was on its way; of its moves only the last counts. */
interface Missed {
  target?: Element;
  press?: PointerEvent;
  move?: PointerEvent | undefined;
  release?: PointerEvent | undefined;
}

/** Does again what was missed, so that nothing is lost by whoever is quick. */
function makeUpFor({ target, press, move, release }: Missed, grid: GridDragClass): void {
  if (target && press) grid.press(target, press);
  if (move) grid.move(move);
  if (release) grid.release(release);
}

let GridDrag: typeof GridDragClass | undefined;

/** Fetches what drags when the calendar has been drawn, or as soon as the pointer comes. */
function wake(
  onChange: (drag: ActiveDrag | null) => void,
  onHere: (grid: GridDragClass) => void,
  missed: Missed,
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
  const moved = (event: PointerEvent): void => {
    fetch();
    if (missed.press && !missed.release) missed.move = event;
  };
  const released = (event: PointerEvent): void => {
    if (missed.press) missed.release ??= event;
  };
  addEventListener("pointermove", moved);
  addEventListener("pointerdown", fetch);
  addEventListener("pointerup", released);
  const timer = setTimeout(fetch, AFTER_MS);
  return () => {
    isGone = true;
    clearTimeout(timer);
    removeEventListener("pointermove", moved);
    removeEventListener("pointerdown", fetch);
    removeEventListener("pointerup", released);
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
