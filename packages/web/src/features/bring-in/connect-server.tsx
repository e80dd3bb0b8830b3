import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState, type SyntheticEvent } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { focusFirstError } from "../../ui/fields/focus-first-error.ts";
import { PasswordField } from "../../ui/fields/password-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import styles from "./bring-in.module.css";
import { connectErrorKey } from "./connect-error.ts";
import { connect } from "./flow.ts";

const ICLOUD = "https://caldav.icloud.com";

interface ConnectServerProps {
  readonly accountId: string;
  readonly isICloud: boolean;
}

/** Asks for the way into another server. The password goes there and is kept nowhere. */
export function ConnectServer({ accountId, isICloud }: ConnectServerProps) {
  const t = useMessages();
  const [address, setAddress] = useState("");
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const missing = (text: string) => (tried && text.trim() === "" ? t("bringIn.needed") : undefined);
  const submit = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setTried(true);
    const missed = {
      address: !isICloud && address.trim() === "",
      username: username.trim() === "",
      password: password === "",
    };
    if (Object.values(missed).includes(true)) return focusFirstError(event.currentTarget, missed);
    setBusy(true);
    setProblem(undefined);
    const at = isICloud ? ICLOUD : address.trim();
    setProblem(await connect(accountId, { address: at, username: username.trim(), password }));
    setBusy(false);
  };
  return (
    <form className={styles.connect} noValidate onSubmit={(event) => void submit(event)}>
      <p>{t(isICloud ? "bringIn.how.icloud" : "bringIn.how.server")}</p>
      {isICloud ? null : (
        <TextField
          label={t("bringIn.address")}
          name="address"
          hint={t("bringIn.addressHint")}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={2_000}
          value={address}
          error={missing(address)}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
      )}
      <TextField
        label={t(isICloud ? "bringIn.appleAccount" : "bringIn.username")}
        name="username"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        value={username}
        error={missing(username)}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <PasswordField
        label={t(isICloud ? "bringIn.applePassword" : "bringIn.password")}
        name="password"
        hint={t("bringIn.passwordHint")}
        autoComplete="off"
        maxLength={1_000}
        value={password}
        error={missing(password)}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {problem === undefined ? null : (
        <FieldError>{t(connectErrorKey(problem) ?? problemKey(problem))}</FieldError>
      )}
      <Button type="submit" look="primary" size={36} disabled={isBusy}>
        {t(isBusy ? "bringIn.connecting" : "bringIn.step.connect")}
      </Button>
    </form>
  );
}
