import { problemKey } from "@snart/locales/problem-codes.ts";
import { wordedCode, type Asked } from "../../../api/problem.ts";
import { useMessages, type MessageKey } from "../../../i18n/messages.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { useProof } from "../../proof/screen.tsx";

interface RemoveByProofProps {
  /** What is removed, as the person knows it. */
  readonly name: string;
  /** What follows from that. */
  readonly body: string;
  /** Asks the server. */
  readonly remove: () => Asked<unknown>;
  /** What is said when it is the last way into the account. */
  readonly last?: MessageKey;
  readonly onRemoved: () => void | Promise<void>;
  readonly onClose: () => void;
}

/** Asks before something that opens accounts is removed, and who sits here if that was proved too long ago. */
export function RemoveByProofDialog({ name, body, remove, last, onRemoved, onClose }: RemoveByProofProps) {
  const t = useMessages();
  const { proved, dialog } = useProof();
  const confirm = async (): Promise<string | undefined> => {
    const given = await proved(remove);
    if (!given.ok) {
      const code = wordedCode(given.problem);
      return t(last !== undefined && code === "last-credential" ? last : problemKey(code));
    }
    addToast({ message: t("settings.security.passkeys.removed", { name }) });
    onClose();
    await onRemoved();
    return undefined;
  };
  return (
    <>
      <ConfirmDialog
        title={t("settings.security.passkeys.removeTitle", { name })}
        role="alertdialog"
        look="dangerFill"
        confirm={t("settings.security.passkeys.remove")}
        onConfirm={confirm}
        onClose={onClose}
      >
        <p>{body}</p>
      </ConfirmDialog>
      {dialog}
    </>
  );
}
