import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import type { TrashItem } from "../../api/items/history-api.ts";
import { wordedCode, type ApiProblem } from "../../api/problem.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { addToast } from "../../ui/overlays/toasts.ts";
import styles from "./dialogs.module.css";

export interface EmptyTrashDialogProps {
  readonly items: readonly TrashItem[];
  readonly onClose: () => void;
  readonly destroy: (items: readonly TrashItem[]) => Promise<ApiProblem | undefined>;
}

/** Asks before the trash is emptied: nothing brings that back. */
export function EmptyTrashDialog({ items, onClose, destroy }: EmptyTrashDialogProps) {
  const t = useMessages();
  const [problem, setProblem] = useState<ApiProblem>();
  const [busy, setBusy] = useState(false);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    const trouble = await destroy(items);
    setBusy(false);
    setProblem(trouble);
    if (trouble) return;
    addToast({ message: t("trash.emptied") });
    onClose();
  };
  const footer = (
    <>
      <Button size={36} onClick={onClose}>
        {t("action.cancel")}
      </Button>
      <Button
        size={36}
        look="dangerFill"
        aria-disabled={busy || undefined}
        onClick={() => (busy ? undefined : void confirm())}
      >
        {t("trash.empty")}
      </Button>
    </>
  );
  return (
    <Dialog title={t("trash.emptyTitle")} isOpen onClose={onClose} role="alertdialog" footer={footer}>
      <p className={styles.body}>{t("trash.emptyBody", { count: items.length })}</p>
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
    </Dialog>
  );
}
