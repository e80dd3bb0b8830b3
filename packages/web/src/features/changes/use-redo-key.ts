import { useEffect, useEffectEvent } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { useCalendarStore } from "../../store/calendar-context.tsx";
import { addToast } from "../../ui/overlays/toasts.ts";
import { code } from "../../ui/part.tsx";

const withRedo = code(() => import("../item-actions/screen.tsx"));

/**
 * Ctrl+Shift+Z, ⇧⌘Z or Ctrl+Y redoes the last undone action. Handled before the other keys, one of which is Ctrl+Z.
 */
export function useRedoKey(): void {
  const t = useMessages();
  const store = useCalendarStore();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    const isRedo =
      (event.ctrlKey || event.metaKey) &&
      !event.altKey &&
      ((key === "z" && event.shiftKey) || (key === "y" && event.ctrlKey));
    const isTyping =
      event.target instanceof HTMLElement &&
      event.target.matches("input:not([type=radio]):not([type=checkbox]), textarea, select");
    if (!isRedo || isTyping || event.isComposing) return;
    event.preventDefault();
    withRedo(
      ({ redoAction }) => redoAction({ t, store }),
      () => addToast({ message: t("error.unreachable") }),
    );
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    addEventListener("keydown", listener, { capture: true });
    return () => removeEventListener("keydown", listener, { capture: true });
  }, []);
}
