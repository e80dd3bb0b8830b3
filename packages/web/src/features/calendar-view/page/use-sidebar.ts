import { useState } from "react";
import { flushSync } from "react-dom";
import { useMedia } from "../../../ui/use-media.ts";
import { useStoredFlag } from "../../../ui/use-stored-flag.ts";

interface SidebarState {
  readonly isOpen: boolean;
  /** whether it lies over the rest of a narrow window */
  readonly isDrawer: boolean;
  /** Folds or unfolds it. A focus inside the folded part moves to the button that brings it back. */
  readonly fold: () => void;
  readonly closeDrawer: () => void;
}

/** Whether the sidebar is there: in a wide window this browser remembers it; a narrow one begins without. */
export function useSidebar(): SidebarState {
  const isDrawer = useMedia("(width < 64rem)");
  const [stays, setStays] = useStoredFlag("sidebar", true);
  const [isDrawn, setDrawn] = useState(false);
  const [isOpen, setOpen] = isDrawer ? [isDrawn, setDrawn] : [stays, setStays];
  return {
    isOpen,
    isDrawer,
    fold: () => keepingFocus(() => setOpen(!isOpen)),
    closeDrawer: () => setDrawn(false),
  };
}

function keepingFocus(fold: () => void): void {
  const wasNowhere = document.activeElement === document.body;
  flushSync(fold);
  if (!wasNowhere && document.activeElement === document.body)
    document.querySelector<HTMLElement>("[aria-keyshortcuts='[']")?.focus();
}
