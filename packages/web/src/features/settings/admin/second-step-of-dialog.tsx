import { problemKey } from "@snart/locales/problem-codes.ts";
import type { AccountRecord } from "@snart/calendar/jmap/account.ts";
import { removeSecondStepOf } from "../../../api/account/sign-in-ways-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { useProof } from "../../proof/screen.tsx";

interface SecondStepOfDialogProps {
  readonly account: Account;
  readonly person: AccountRecord;
  readonly onClose: () => void;
}

/** Asks before somebody's second step is taken away, which is for people who have lost everything. */
export function SecondStepOfDialog({ account, person, onClose }: SecondStepOfDialogProps) {
  const t = useMessages();
  const { proved, dialog } = useProof();
  const { name } = person;
  const remove = async (): Promise<string | undefined> => {
    const given = await proved(() => removeSecondStepOf(account.id, person.id));
    if (given.ok) {
      addToast({ message: t("admin.secondStep.removed", { name }) });
      onClose();
      return undefined;
    }
    const code = wordedCode(given.problem);
    return code === "not-found" ? t("admin.secondStep.none", { name }) : t(problemKey(code));
  };
  return (
    <>
      <ConfirmDialog
        title={t("admin.secondStep.title", { name })}
        role="alertdialog"
        look="dangerFill"
        confirm={t("admin.secondStep.remove")}
        onConfirm={remove}
        onClose={onClose}
      >
        <p>{t("admin.secondStep.body")}</p>
      </ConfirmDialog>
      {dialog}
    </>
  );
}
