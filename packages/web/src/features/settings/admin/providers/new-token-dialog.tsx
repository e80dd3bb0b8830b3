import type { IdentityProviderRecord } from "@snart/calendar/jmap/administration/identity-providers.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import { createProvisioningToken, type MadeToken } from "../../../../api/account/provisioning-api.ts";
import { wordedCode } from "../../../../api/problem.ts";
import { useMessages } from "../../../../i18n/messages.ts";
import { Select } from "../../../../ui/fields/select.tsx";
import { TextField } from "../../../../ui/fields/text-field.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { useProof } from "../../../proof/screen.tsx";
import styles from "./providers.module.css";

interface NewTokenDialogProps {
  readonly accountId: string;
  readonly providers: readonly IdentityProviderRecord[];
  readonly onMade: (made: MadeToken) => void;
  readonly onClose: () => void;
}

/** Asks what a token is called, and by which provider the directory's people sign in. */
export function NewTokenDialog({ accountId, providers, onMade, onClose }: NewTokenDialogProps) {
  const t = useMessages();
  const { proved, dialog } = useProof();
  const [label, setLabel] = useState("");
  const [providerId, setProviderId] = useState(providers[0]?.id ?? "");
  const [isWrong, setWrong] = useState(false);
  const make = async (): Promise<string | undefined> => {
    const wish = { label: label.trim(), providerId: providerId === "" ? null : providerId };
    setWrong(wish.label === "");
    if (wish.label === "") return undefined;
    const given = await proved(() => createProvisioningToken(accountId, wish));
    if (given.ok) {
      onMade(given.value);
      return undefined;
    }
    const { problem } = given;
    const isLabel = problem.kind === "refused" && problem.fields["field"] === "label";
    setWrong(isLabel);
    return isLabel ? undefined : t(problemKey(wordedCode(problem)));
  };
  const none = { value: "", label: t("admin.directories.noProvider") };
  return (
    <>
      <ConfirmDialog
        title={t("admin.directories.new")}
        confirm={t("admin.directories.create")}
        className={styles.fields}
        onConfirm={make}
        onClose={onClose}
      >
        <TextField
          label={t("admin.providers.name")}
          name="label"
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          hint={t("admin.directories.nameHint")}
          error={isWrong ? t("admin.directories.wrongName") : undefined}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <Select
          label={t("admin.directories.provider")}
          options={[...providers.map(({ id, name }) => ({ value: id, label: name })), none]}
          value={providerId}
          onChange={setProviderId}
        />
        {providerId === "" ? null : <p className={styles.quiet}>{t("admin.directories.providerHelp")}</p>}
      </ConfirmDialog>
      {dialog}
    </>
  );
}
