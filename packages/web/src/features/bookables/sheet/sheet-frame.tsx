/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the tag would lie over the page, and this lies beside the times */
import { X } from "lucide-react";
import { useId } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Dialog, type DialogProps } from "../../../ui/overlays/dialog.tsx";
import { FocusAtOnce } from "../../../ui/overlays/focus-at-once.tsx";
import { useFocusBack } from "../../../ui/overlays/use-focus-back.ts";
import styles from "./sheet-frame.module.css";

interface SheetFrameProps extends Pick<DialogProps, "title" | "onClose" | "children" | "footer"> {
  /** beside the times, which can be used meanwhile; false: over the page */
  readonly isDocked: boolean;
}

/** What stands around a sheet about a time. */
export function SheetFrame({ isDocked, ...sheet }: SheetFrameProps) {
  return isDocked ? <Docked {...sheet} /> : <Dialog isOpen {...sheet} />;
}

/** Takes the focus when it opens, and gives it back to the time when Esc closes it. */
function Docked({ title, onClose, children, footer }: Omit<SheetFrameProps, "isDocked">) {
  const t = useMessages();
  const id = useId();
  useFocusBack();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes it wherever the focus is in it
    <section
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      className={styles.docked}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={styles.head}>
        <h3 id={id}>{title}</h3>
        <IconButton label={t("event.close")} onClick={onClose}>
          <X size={16} strokeWidth={1.7} aria-hidden />
        </IconButton>
      </div>
      {children}
      {footer ? <div className={styles.foot}>{footer}</div> : null}
      <FocusAtOnce />
    </section>
  );
}
