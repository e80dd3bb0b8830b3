import type { ReactNode } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { FocusAtOnce } from "./focus-at-once.tsx";
import styles from "./sheet.module.css";

interface SheetProps {
  readonly label: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A sheet from the bottom of a phone. The scrim, Esc and its own buttons close it. */
export function Sheet({ label, isOpen, onClose, children }: SheetProps) {
  return (
    <ModalOverlay
      className={styles.scrim ?? ""}
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={styles.sheet ?? ""}>
        <Dialog aria-label={label} className={styles.dialog ?? ""}>
          <span className={styles.grip} aria-hidden />
          {children}
          <FocusAtOnce />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
