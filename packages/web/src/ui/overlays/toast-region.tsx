import { X } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "wouter";
import { useMessages } from "../../i18n/messages.ts";
import { IconButton } from "../icon-button.tsx";
import {
  closeToast,
  forgetLast,
  runToast,
  takeBackLast,
  useToasts,
  type Toast,
  type ToastAction,
} from "./toasts.ts";
import { undoKeys } from "./undo-keys.ts";
import { giveFocusBack } from "./use-focus-back.ts";
import styles from "./toast-region.module.css";

const SECONDS = 7;

/**
 * The place of toasts: also above sheets and dialogs, which ignore elements marked as the top layer. Polite: the
 * result of one's own action is announced once, and nothing else.
 */
export function ToastRegion() {
  const t = useMessages();
  const toasts = useToasts();
  useTakeBackKey();
  return createPortal(
    <section aria-label={t("toast.region")} className={styles.region} data-react-aria-top-layer="true">
      <ol aria-live="polite" aria-relevant="additions">
        {toasts.map((toast) => (
          <ToastRow key={toast.id} toast={toast} />
        ))}
      </ol>
    </section>,
    document.body,
  );
}

function ToastRow({ toast }: { readonly toast: Toast }) {
  const t = useMessages();
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const held = usePageIsHidden() || isPointedAt || hasFocus;
  const left = useCountdown(toast, held);
  const pointer = { onPointerEnter: () => setPointedAt(true), onPointerLeave: () => setPointedAt(false) };
  const focus = { onFocus: () => setFocus(true), onBlur: () => setFocus(false) };
  return (
    <li className={styles.toast} {...pointer} {...focus}>
      {/* Time runs out only for what can be pressed. */}
      {toast.sticky || !(toast.action ?? toast.also) ? null : (
        <span className={styles.ring} data-held={held || undefined} aria-hidden>
          <svg viewBox="0 0 18 18" width="18" height="18">
            <circle cx="9" cy="9" r="7.75" className={styles.track} />
            <circle cx="9" cy="9" r="7.75" pathLength="100" className={styles.rest} />
          </svg>
          <span className={styles.count}>{left}</span>
        </span>
      )}
      <span className={styles.message}>{toast.message}</span>
      {toast.also ? (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            closeToast(toast.id);
            toast.also?.run();
            giveFocusBack();
          }}
        >
          {toast.also.label}
        </button>
      ) : null}
      {toast.action ? (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            runToast(toast);
            giveFocusBack();
          }}
        >
          {toast.action.label}
          <Keys action={toast.action} />
        </button>
      ) : null}
      {toast.sticky ? (
        <IconButton
          label={t("toast.close")}
          size={24}
          className={styles.close}
          onClick={() => {
            closeToast(toast.id);
            toast.onClose?.();
            giveFocusBack();
          }}
        >
          <X size={15} strokeWidth={1.8} />
        </IconButton>
      ) : null}
    </li>
  );
}

function Keys({ action: { shortcut, takesBack } }: { readonly action: ToastAction }) {
  const keys = shortcut ?? (takesBack ? undoKeys() : undefined);
  return keys === undefined ? null : <kbd>{keys}</kbd>;
}

/** Ctrl+Z undoes what a toast reported, for people who miss the toast or can't reach it. */
function useTakeBackKey(): void {
  const [page] = useLocation();
  useEffect(() => forgetLast, [page]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== "z" || event.defaultPrevented || event.isComposing) return;
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.matches("input:not([type=radio]):not([type=checkbox]), textarea, select");
      if (!isTyping && takeBackLast()) event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

const onVisibility = (listener: () => void): (() => void) => {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
};

/** Whether another tab or window covers this one: nobody reads it then. */
const usePageIsHidden = (): boolean => useSyncExternalStore(onVisibility, () => document.hidden);

/** Seconds left; stops while the toast is held. */
function useCountdown(toast: Toast, held: boolean): number {
  const [left, setLeft] = useState(SECONDS);
  const remaining = useRef(SECONDS);
  useEffect(() => {
    if (held || toast.sticky) return undefined;
    const timer = setInterval(() => {
      remaining.current -= 1;
      setLeft(remaining.current);
      if (remaining.current <= 0) closeToast(toast.id);
    }, 1000);
    return () => clearInterval(timer);
  }, [held, toast]);
  return left;
}
