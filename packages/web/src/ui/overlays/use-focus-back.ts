import { useEffect } from "react";

/** More than one goes through on the way to what is done in the end: an event, a menu, the palette, a dialog. */
const MOST = 12;
/** what had the focus, the latest last; empty again once somebody has left it for nothing */
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

/** What stands for an event is drawn anew when the event has been changed. */
function nowOf(element: HTMLElement): HTMLElement | null {
  const key = element.dataset["event"];
  if (element.isConnected || key === undefined) return element;
  return document.querySelector<HTMLElement>(`main [data-event="${CSS.escape(key)}"]`);
}

/** Gives the focus to what had it last and is still there, once this frame is over and nothing else has it. */
export function giveFocusBack(): void {
  requestAnimationFrame(() => {
    for (const element of trail.toReversed()) {
      if (document.activeElement !== document.body) return;
      nowOf(element)?.focus();
    }
  });
}

/** Gives the focus back once this is gone. For what has a stand-in until it is here, and what comes after something that goes. */
export function useFocusBack(): void {
  useEffect(() => giveFocusBack, []);
}
