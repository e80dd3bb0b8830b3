import { useRef, type TouchEvent } from "react";

/** px sideways that make a swipe, and how much more sideways than up or down it has to go: the rest scrolls. */
const LEAST = 48;
const STEEPEST = 1.8;
/** ms; a finger that stays longer drags something */
const LONGEST = 600;

/**
 * Handlers of an element that a finger turns by swiping sideways.
 * @param onTurn gets 1 for what follows (the finger went to the left), -1 for what was before
 */
export function useSwipe(onTurn: (direction: 1 | -1) => void) {
  const from = useRef<{ readonly x: number; readonly y: number; readonly at: number } | null>(null);
  const forget = (): void => {
    from.current = null;
  };
  return {
    onTouchStart: (event: TouchEvent): void => {
      const finger = event.touches.length === 1 ? event.touches[0] : undefined;
      from.current = finger ? { x: finger.clientX, y: finger.clientY, at: event.timeStamp } : null;
    },
    onTouchEnd: (event: TouchEvent): void => {
      const [began, finger] = [from.current, event.changedTouches[0]];
      forget();
      if (!began || !finger || event.timeStamp - began.at > LONGEST) return;
      const [x, y] = [finger.clientX - began.x, finger.clientY - began.y];
      if (Math.abs(x) >= LEAST && Math.abs(x) >= STEEPEST * Math.abs(y)) onTurn(x < 0 ? 1 : -1);
    },
    onTouchCancel: forget,
  };
}
