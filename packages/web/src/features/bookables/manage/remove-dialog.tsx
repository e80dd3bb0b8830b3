import { problemKey } from "@snart/locales/problem-codes.ts";
import { useLocation } from "wouter";
import { removeBookable } from "../../../api/items/booking-api.ts";
import { wordedCode } from "../../../api/problem.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import type { ManageDialogProps } from "./dialog-props.ts";
import styles from "./manage.module.css";

/** Asks before a thing is removed, which cancels what is booked and is not undone. */
export function RemoveDialog({ accountId, bookable, onClose }: ManageDialogProps) {
  const t = useMessages();
  const [, navigate] = useLocation();
  const name = isolated(bookable.name);
  const remove = async (): Promise<string | undefined> => {
    const done = await removeBookable(accountId, bookable.id);
    if (!done.ok) return t(problemKey(wordedCode(done.problem)));
    addToast({ message: t("manage.removed", { name }) });
    onClose();
    navigate("/bookables");
    return undefined;
  };
  return (
    <ConfirmDialog
      title={t("manage.removeAsk", { name })}
      role="alertdialog"
      confirm={t("manage.removeIt")}
      look="dangerFill"
      className={styles.form}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t("manage.removeBody")}</p>
    </ConfirmDialog>
  );
}
