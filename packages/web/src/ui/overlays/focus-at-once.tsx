import { useLayoutEffect, useRef } from "react";

/**
 * Gives the focus to the dialog that this stands in, last, unless something in it has taken the focus. React Aria does so as well,
 * but only after the dialog has been painted, and a key that is pressed in between would be lost.
 */
export function FocusAtOnce() {
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const dialog = mark.current?.closest<HTMLElement>("[role=dialog], [role=alertdialog]");
    if (dialog && !dialog.contains(document.activeElement)) dialog.focus({ preventScroll: true });
  }, []);
  return <span ref={mark} hidden />;
}
