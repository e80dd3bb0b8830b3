import { wholeAddress } from "../../../api/place.ts";
import { useState, type SyntheticEvent } from "react";
import type { CredentialScope } from "@snart/calendar/jmap/account.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { CopyRow } from "../../../ui/copy-row/copy-row.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { useProof } from "../../proof/screen.tsx";
import type { DeviceList } from "./device-list.ts";
import { ScopeFields } from "./scope-fields.tsx";
import styles from "./by-hand.module.css";

/** Everything a calendar app asks for: server, user name, and an app password made for it. */
export function ByHand({
  account,
  create,
}: {
  readonly account: Account;
  readonly create: DeviceList["create"];
}) {
  const t = useMessages();
  return (
    <>
      <CopyRow
        label={t("settings.devices.server")}
        text={wholeAddress("/dav/")}
        copyLabel={t("settings.devices.copyServer")}
      />
      <CopyRow
        label={t("settings.devices.userName")}
        text={account.login}
        copyLabel={t("settings.devices.copyUserName")}
      />
      <NewAppPassword accountId={account.id} create={create} />
    </>
  );
}

interface NewAppPasswordProps {
  readonly accountId: string;
  readonly create: DeviceList["create"];
}

function NewAppPassword({ accountId, create }: NewAppPasswordProps) {
  const t = useMessages();
  const { proved, dialog } = useProof();
  const [label, setLabel] = useState("");
  const [scope, setScope] = useState<CredentialScope | null>(null);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<{ readonly label: string; readonly secret: string }>();

  const send = async (field: HTMLInputElement | null): Promise<void> => {
    const name = label.trim();
    setError(name === "" ? t("settings.devices.needName") : undefined);
    if (name === "") return field?.focus();
    if (scope?.calendarIds?.length === 0) return setError(t("settings.devices.scope.need"));
    setBusy(true);
    const answer = await proved(() => create(name, scope));
    setBusy(false);
    if (!answer.ok) return setError(t(problemKey(wordedCode(answer.problem))));
    setMade({ label: name, secret: answer.value.secret });
    setLabel("");
    setScope(null);
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!busy) void send(event.currentTarget.querySelector("input"));
  };

  return (
    <>
      {made ? (
        <div aria-live="polite">
          <CopyRow
            label={t("settings.devices.appPasswordFor", { name: made.label })}
            text={made.secret}
            copyLabel={t("settings.devices.copyPassword")}
            secret
          />
          <p className={styles.note}>{t("settings.devices.shownOnce")}</p>
        </div>
      ) : null}
      <form noValidate onSubmit={submit} className={styles.form}>
        <TextField
          label={t("settings.devices.newName")}
          name="label"
          placeholder={t("settings.devices.newPlaceholder")}
          maxLength={100}
          autoComplete="off"
          value={label}
          onChange={(event) => {
            setLabel(event.currentTarget.value);
            setError(undefined);
          }}
          error={error}
        />
        <ScopeFields accountId={accountId} scope={scope} onChange={setScope} />
        <Button type="submit" size={36} aria-disabled={busy || undefined}>
          {t("settings.devices.create")}
        </Button>
      </form>
      {dialog}
    </>
  );
}
