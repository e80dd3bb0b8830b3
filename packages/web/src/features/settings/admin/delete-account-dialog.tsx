import { useCallback, useState } from "react";
import { fetchGroups, fetchAccounts } from "../../../api/account/admin-api.ts";
import { ok } from "@snart/calendar/result.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import styles from "../parts/people.module.css";
import { useAdminData } from "../parts/use-list.ts";

interface DeleteAccountDialogProps {
  readonly accountId: string;
  readonly type: "Account" | "Group";
  readonly of: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
  /** @param calendarsTo null: nobody gets the calendars */
  readonly onDelete: (calendarsTo: string | null) => Promise<undefined>;
}

/** Asks who gets the calendars, before an account is deleted. */
export function DeleteAccountDialog({ accountId, of, onClose, onDelete }: DeleteAccountDialogProps) {
  const t = useMessages();
  const [to, setTo] = useState("");
  const fetchHeirs = useCallback(async () => {
    const [people, groups] = [await fetchAccounts(accountId), await fetchGroups(accountId)];
    if (!people.ok) return people;
    if (!groups.ok) return groups;
    const active = people.value.filter(({ status }) => status === "active");
    return ok([...active, ...groups.value.filter(({ status }) => status === "active")]);
  }, [accountId]);
  const { data } = useAdminData(fetchHeirs);
  const heirs = (data ?? [])
    .filter(({ id }) => id !== of.id)
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <ConfirmDialog
      title={t("admin.delete.title", { name: of.name })}
      role="alertdialog"
      look="dangerFill"
      className={styles.form}
      confirm={t("admin.delete")}
      onConfirm={() => onDelete(to === "" ? null : to)}
      onClose={onClose}
    >
      <p>{t("admin.delete.body")}</p>
      <Select
        label={t("admin.delete.calendars")}
        options={[{ value: "", label: t("admin.delete.keep") }, ...heirs]}
        value={to}
        onChange={setTo}
      />
      {to === "" ? null : <p className={styles.quiet}>{t("admin.delete.forGood")}</p>}
    </ConfirmDialog>
  );
}
