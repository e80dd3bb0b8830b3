const EDGE = 32;
const SPEED = 14;
const HOLD = 700;

/** Scrolls while the pointer is near the top or bottom of the element, until it is ended. */
export function scrollAtEdge(element: HTMLElement): () => void {
  let y: number | undefined;
  let frame = 0;
  const move = (event: PointerEvent): void => {
    y = event.clientY;
  };
  const step = (): void => {
    frame = requestAnimationFrame(step);
    if (y === undefined) return;
    const { top, bottom } = element.getBoundingClientRect();
    const head = element.firstElementChild?.getBoundingClientRect().height ?? 0;
    // Over the lane nothing scrolls, because a drop there makes an event all-day.
    if (y > top + head && y < top + head + EDGE) element.scrollTop -= SPEED * (1 - (y - top - head) / EDGE);
    else if (y > bottom - EDGE) element.scrollTop += SPEED * Math.min(1, (y - bottom + EDGE) / EDGE);
  };
  addEventListener("pointermove", move);
  frame = requestAnimationFrame(step);
  return () => {
    removeEventListener("pointermove", move);
    cancelAnimationFrame(frame);
  };
}

/** Calls once each time the pointer has been held at the left or right edge of the element for a while. */
export function trackEdges(element: HTMLElement, onHold: (direction: 1 | -1) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let held: 1 | -1 | 0 = 0;
  const move = (event: PointerEvent): void => {
    const { left, right } = element.getBoundingClientRect();
    const isBeside = event.target instanceof Element && event.target.closest("nav") !== null;
    const at = isBeside ? 0 : event.clientX < left + 14 ? -1 : event.clientX > right - 14 ? 1 : 0;
    if (at === held) return;
    held = at;
    clearInterval(timer);
    if (at !== 0) timer = setInterval(() => onHold(at), HOLD);
  };
  addEventListener("pointermove", move);
  return () => {
    removeEventListener("pointermove", move);
    clearInterval(timer);
  };
}
