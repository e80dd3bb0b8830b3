import { wholeAddress } from "../../../api/place.ts";
import { useState, type SyntheticEvent } from "react";
import { problemKey } from "@snart/locales/problem-codes.ts";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { CopyRow } from "../../../ui/copy-row/copy-row.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import type { DeviceList } from "./device-list.ts";
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
      <NewAppPassword create={create} />
    </>
  );
}

function NewAppPassword({ create }: { readonly create: DeviceList["create"] }) {
  const t = useMessages();
  const [label, setLabel] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<{ readonly label: string; readonly secret: string }>();

  const send = async (field: HTMLInputElement | null): Promise<void> => {
    const name = label.trim();
    setError(name === "" ? t("settings.devices.needName") : undefined);
    if (name === "") return field?.focus();
    setBusy(true);
    const answer = await create(name);
    setBusy(false);
    if (!answer.ok) return setError(t(problemKey(wordedCode(answer.problem))));
    setMade({ label: name, secret: answer.value.secret });
    setLabel("");
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
        <Button type="submit" size={36} aria-disabled={busy || undefined}>
          {t("settings.devices.create")}
        </Button>
      </form>
    </>
  );
}
