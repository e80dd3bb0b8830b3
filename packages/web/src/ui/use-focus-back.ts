import { useEffect, useState } from "react";

/**
 * Gives the focus back to what had it when this came, once this is gone, unless something else has it by then. For what has a
 * stand-in until it is here: the stand-in has the focus before it.
 */
export function useFocusBack(): void {
  const [from] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && from instanceof HTMLElement) from.focus();
      });
    },
    [from],
  );
}
