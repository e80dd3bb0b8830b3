import { useEffect } from "react";

/** Several elements may come before the final one: an event, a menu, the palette, a dialog. */
const MOST = 12;
/** the elements that had the focus, the latest last; emptied when the focus was left on nothing */
const trail: HTMLElement[] = [];

/** Begins to follow the focus of the page. */
export function followFocus(): void {
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    trail.push(target);
    if (trail.length > MOST) trail.shift();
  });
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (relatedTarget !== null) return;
    queueMicrotask(() => {
      const isLeft = target instanceof HTMLElement && target.isConnected;
      if (isLeft && document.hasFocus() && document.activeElement === document.body) trail.length = 0;
    });
  });
}

/** The element of an event is rendered anew when the event has been changed. */
function nowOf(element: HTMLElement): HTMLElement | null {
  const key = element.dataset["event"];
  if (element.isConnected || key === undefined) return element;
  return document.querySelector<HTMLElement>(`main [data-event="${CSS.escape(key)}"]`);
}

/** Gives the focus to the last element that had it and still exists, after this frame and if nothing else has it. */
export function giveFocusBack(): void {
  requestAnimationFrame(() => {
    for (const element of trail.toReversed()) {
      if (document.activeElement !== document.body) return;
      nowOf(element)?.focus();
    }
  });
}

/**
 * Gives the focus back after this is removed. For elements with a stand-in, and for those that follow a removed
 * element.
 */
export function useFocusBack(): void {
  useEffect(() => giveFocusBack, []);
}
