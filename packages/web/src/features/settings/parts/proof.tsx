import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState, type ReactNode } from "react";
import { proveByPassword } from "../../../api/account/sign-in-ways-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode, type Asked } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { PasswordField } from "../../../ui/fields/password-field.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import styles from "./proof.module.css";

/** Something dangerous, which asks who sits here if that was proved too long ago, and goes on with what was wanted. */
interface Proof {
  /** Asks the server; where it wants a proof, the dialog takes one, and it is asked again. */
  readonly proved: <T>(ask: () => Asked<T>) => Asked<T>;
  readonly dialog: ReactNode;
}

export function useProof(account: Account): Proof {
  const [end, setEnd] = useState<{ readonly call: (isProved: boolean) => void }>();
  const proved = async <T,>(ask: () => Asked<T>): Asked<T> => {
    const first = await ask();
    if (first.ok || wordedCode(first.problem) !== "proof-needed") return first;
    const isProved = await new Promise<boolean>((call) => setEnd({ call }));
    setEnd(undefined);
    return isProved ? ask() : first;
  };
  return { proved, dialog: end ? <ProofDialog account={account} onEnd={end.call} /> : null };
}

function ProofDialog({
  account,
  onEnd,
}: {
  readonly account: Account;
  readonly onEnd: (isProved: boolean) => void;
}) {
  const t = useMessages();
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const fail = (why: string): undefined => {
    setError(why);
    return undefined;
  };
  const prove = async (): Promise<undefined> => {
    if (password === "") return fail(t("proof.need"));
    const given = await proveByPassword(account.id, password);
    if (given.ok) onEnd(true);
    else setError(t(problemKey(wordedCode(given.problem))));
  };
  return (
    <ConfirmDialog
      title={t("proof.title")}
      className={styles.form}
      confirm={t("proof.confirm")}
      onConfirm={prove}
      onClose={() => onEnd(false)}
    >
      <p>{t("proof.body")}</p>
      <input type="hidden" name="username" autoComplete="username" value={account.login} readOnly />
      <PasswordField
        label={t("proof.password")}
        name="password"
        autoComplete="current-password"
        value={password}
        error={error}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setError(undefined);
        }}
      />
    </ConfirmDialog>
  );
}
