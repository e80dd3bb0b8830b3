import { useLayoutEffect, type RefObject } from "react";

/**
 * When the element goes with the focus in it, the dialog around it takes the focus in the same moment. Else the page has it for a
 * frame, and a key that comes in between, such as Escape, does nothing.
 */
export function useDialogKeepsFocus(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = element;
    return () => {
      if (current?.contains(document.activeElement))
        current.closest<HTMLElement>("[role=dialog]")?.focus({ preventScroll: true });
    };
  }, [element]);
}
