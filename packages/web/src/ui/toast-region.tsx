import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useMessages } from "../i18n/messages.ts";
import { IconButton } from "./icon-button.tsx";
import { closeToast, useToasts } from "./toasts.ts";
import type { Toast } from "./toasts.ts";
import styles from "./toast-region.module.css";

const SECONDS = 7;

/** Where toasts appear. Polite: what one did oneself is said once, and nothing else is. */
export function ToastRegion() {
  const t = useMessages();
  const toasts = useToasts();
  return (
    <section aria-label={t("toast.region")} className={styles.region}>
      <ol aria-live="polite" aria-relevant="additions">
        {toasts.map((toast) => (
          <ToastRow key={toast.id} toast={toast} />
        ))}
      </ol>
    </section>
  );
}

function ToastRow({ toast }: { readonly toast: Toast }) {
  const t = useMessages();
  const [held, setHeld] = useState(false);
  const left = useCountdown(toast, held);
  const hold = { onPointerEnter: () => setHeld(true), onFocus: () => setHeld(true) };
  const release = { onPointerLeave: () => setHeld(false), onBlur: () => setHeld(false) };
  return (
    <li className={styles.toast} {...hold} {...release}>
      {toast.sticky ? null : (
        <span className={styles.ring} data-held={held || undefined} aria-hidden>
          <svg viewBox="0 0 18 18" width="18" height="18">
            <circle cx="9" cy="9" r="7.75" className={styles.track} />
            <circle cx="9" cy="9" r="7.75" pathLength="100" className={styles.rest} />
          </svg>
          <span className={styles.count}>{left}</span>
        </span>
      )}
      <span className={styles.message}>{toast.message}</span>
      {toast.action ? (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            closeToast(toast.id);
            toast.action?.run();
          }}
        >
          {toast.action.label}
          {toast.action.shortcut ? <kbd>{toast.action.shortcut}</kbd> : null}
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
          }}
        >
          <X size={15} strokeWidth={1.8} />
        </IconButton>
      ) : null}
    </li>
  );
}

/** Seconds left; stands still while the toast has hover or focus. */
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
