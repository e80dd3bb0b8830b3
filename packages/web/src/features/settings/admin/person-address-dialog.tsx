import { problemKey } from "@snart/locales/problem-codes.ts";
import type { AccountLinkRecord, AccountRecord } from "@snart/calendar/jmap/account.ts";
import { useState } from "react";
import { changePerson, renewLink, type PersonChange } from "../../../api/account/admin-api.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import styles from "../parts/people.module.css";
import type { AdminData } from "../parts/use-list.ts";

interface PersonAddressDialogProps {
  readonly accountId: string;
  readonly person: AccountRecord;
  readonly run: AdminData<readonly AccountRecord[]>["run"];
  /** gets the new link of somebody who was invited at the former address */
  readonly onLink: (link: AccountLinkRecord | undefined) => void;
  readonly onClose: () => void;
}

/** Gives a person another address, and lists the former ones, which can be given up. */
export function PersonAddressDialog({ accountId, person, run, onLink, onClose }: PersonAddressDialogProps) {
  const t = useMessages();
  const [email, setEmail] = useState(person.email);
  const [trouble, setTrouble] = useState<string>();
  const { id, name, formerEmails, status } = person;
  /** @returns whether it was done; what was in the way is shown */
  const change = async (to: PersonChange): Promise<boolean> => {
    let code: string | undefined;
    await run(async () => {
      const given = await changePerson(accountId, id, to);
      code = given.ok ? undefined : wordedCode(given.problem);
      return given;
    });
    setTrouble(code && t(problemKey(code)));
    return code === undefined;
  };
  const confirm = async (): Promise<undefined> => {
    if (!(await change({ email }))) return;
    if (status === "invited") onLink(await run(() => renewLink(accountId, id)));
    addToast({ message: t("admin.changed", { name }) });
    onClose();
  };
  return (
    <ConfirmDialog
      title={t("admin.address.title", { name })}
      className={styles.form}
      confirm={t("changeAddress.change")}
      meanwhile={t("changeAddress.changing")}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className={styles.quiet}>
        {t(status === "invited" ? "admin.address.invited" : "admin.address.help")}
      </p>
      <TextField
        label={t("setup.email")}
        type="email"
        value={email}
        error={trouble}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setTrouble(undefined);
        }}
      />
      {formerEmails.length > 0 ? (
        <section aria-label={t("admin.address.former")}>
          <p className={styles.quiet}>{t("admin.address.formerHelp", { name })}</p>
          <ul>
            {formerEmails.map((one) => (
              <li key={one} className={styles.row} data-faceless>
                <span className={styles.said}>{one}</span>
                <Button
                  look="danger"
                  aria-label={t("admin.actionFor", { action: t("admin.address.release"), name: one })}
                  onClick={() => void change({ formerEmails: formerEmails.filter((it) => it !== one) })}
                >
                  {t("admin.address.release")}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </ConfirmDialog>
  );
}
