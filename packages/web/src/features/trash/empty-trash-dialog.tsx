import { problemKey } from "@snart/locales/problem-codes.ts";
import type { TrashItem } from "../../api/items/history-api.ts";
import { wordedCode, type ApiProblem } from "../../api/problem.ts";
import { useMessages } from "../../i18n/messages.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { addToast } from "../../ui/overlays/toasts.ts";
import styles from "./dialogs.module.css";

interface EmptyTrashDialogProps {
  readonly items: readonly TrashItem[];
  readonly onClose: () => void;
  readonly destroy: (items: readonly TrashItem[]) => Promise<ApiProblem | undefined>;
}

/** Asks before the trash is emptied: nothing brings that back. */
export function EmptyTrashDialog({ items, onClose, destroy }: EmptyTrashDialogProps) {
  const t = useMessages();
  const empty = async (): Promise<string | undefined> => {
    const problem = await destroy(items);
    if (problem) return t(problemKey(wordedCode(problem)));
    addToast({ message: t("trash.emptied") });
    onClose();
    return undefined;
  };
  return (
    <ConfirmDialog
      title={t("trash.emptyTitle")}
      role="alertdialog"
      look="dangerFill"
      confirm={t("trash.empty")}
      onConfirm={empty}
      onClose={onClose}
    >
      <p className={styles.body}>{t("trash.emptyBody", { count: items.length })}</p>
    </ConfirmDialog>
  );
}
