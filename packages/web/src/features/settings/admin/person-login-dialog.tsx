import { problemKey } from "@snart/locales/problem-codes.ts";
import type { AccountRecord } from "@snart/calendar/jmap/account.ts";
import { useState } from "react";
import { changePerson } from "../../../api/account/admin-api.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import styles from "../parts/people.module.css";
import type { AdminData } from "../parts/use-list.ts";

interface PersonLoginDialogProps {
  readonly accountId: string;
  readonly person: AccountRecord;
  readonly run: AdminData<readonly AccountRecord[]>["run"];
  readonly onClose: () => void;
}

/** Gives a person another user name. */
export function PersonLoginDialog({ accountId, person, run, onClose }: PersonLoginDialogProps) {
  const t = useMessages();
  const [login, setLogin] = useState(person.login);
  const [trouble, setTrouble] = useState<string>();
  const { id, name, status } = person;
  const confirm = async (): Promise<undefined> => {
    let code: string | undefined;
    await run(async () => {
      const given = await changePerson(accountId, id, { login });
      code = given.ok ? undefined : wordedCode(given.problem);
      return given;
    });
    setTrouble(code && t(problemKey(code)));
    if (code !== undefined) return;
    addToast({ message: t("admin.changed", { name }) });
    onClose();
  };
  return (
    <ConfirmDialog
      title={t("admin.login.title", { name })}
      className={styles.form}
      confirm={t("changeAddress.change")}
      meanwhile={t("changeAddress.changing")}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className={styles.quiet}>{t(status === "invited" ? "admin.login.invited" : "admin.login.help")}</p>
      <TextField
        label={t("photo.login")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={login}
        error={trouble}
        onChange={(event) => {
          setLogin(event.currentTarget.value);
          setTrouble(undefined);
        }}
      />
    </ConfirmDialog>
  );
}
