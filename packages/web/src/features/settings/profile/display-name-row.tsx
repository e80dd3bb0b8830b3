import { useId, useState } from "react";
import type { Account } from "../../../api/auth-client.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import type { Saver } from "../parts/save-state.ts";
import styles from "./display-name-row.module.css";
import { SettingRow } from "../parts/setting-page.tsx";

/** The person's own name; Enter or leaving the field saves it, Esc restores it. */
export function DisplayNameRow({
  account,
  save,
}: {
  readonly account: Account;
  readonly save: Saver["save"];
}) {
  const t = useMessages();
  const id = useId();
  const [name, setName] = useState(account.displayName);
  const given = name.trim();
  const keep = (): void => {
    if (given !== "" && given !== account.displayName) save({ displayName: given });
  };
  return (
    <SettingRow label={t("settings.profile.name")} htmlFor={id}>
      <TextField
        id={id}
        label={t("settings.profile.name")}
        hideLabel
        className={styles.field ?? ""}
        autoComplete="name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === "Enter") keep();
          if (event.key === "Escape") setName(account.displayName);
        }}
        error={given === "" ? t("settings.profile.nameMissing") : undefined}
      />
    </SettingRow>
  );
}
