import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { useFocusBack } from "./use-focus-back.ts";
import { FocusAtOnce } from "./focus-at-once.tsx";
import styles from "./dialog.module.css";

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** Esc, the scrim, or anything inside that closes it */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** the row of buttons at the foot, the most important last */
  readonly footer?: ReactNode;
  /** 440 for questions, 560 for forms, 880 for long lists, full for work that needs the whole screen, side for what is asked about the page */
  readonly width?: 440 | 560 | 880 | "full" | "side";
  /** alertdialog for a question that must be answered */
  readonly role?: "dialog" | "alertdialog";
}

/** A dialog in the middle of the screen, a sheet at the bottom of a phone. Traps the focus and gives it back. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  footer,
  width = 440,
  role = "dialog",
}: DialogProps) {
  useFocusBack();
  return (
    <ModalOverlay
      className={styles.scrim ?? ""}
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={styles.modal ?? ""} data-width={width}>
        <AriaDialog role={role} className={styles.dialog ?? ""}>
          <Heading slot="title" className={styles.title ?? ""}>
            {title}
          </Heading>
          <div className={styles.body}>{children}</div>
          {footer ? <div className={styles.footer}>{footer}</div> : null}
          <FocusAtOnce />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
