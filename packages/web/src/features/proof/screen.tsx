import { problemKey } from "@snart/locales/problem-codes.ts";
import type { SignInWaysRecord } from "@snart/calendar/jmap/account.ts";
import { useEffect, useState, type ReactNode } from "react";
import { canUsePasskeys, proveByPasskey } from "../../api/account/passkey-api.ts";
import { fetchSignInWays, proveByPassword } from "../../api/account/sign-in-ways-api.ts";
import type { Account } from "../../api/auth-client.ts";
import { problemCode, wordedCode, type Asked } from "../../api/problem.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { PasswordField } from "../../ui/fields/password-field.tsx";
import { useAccount } from "../../store/session.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import styles from "./screen.module.css";

/** Something dangerous, which asks who sits here if that was proved too long ago, and goes on with what was wanted. */
interface Proof {
  /** Asks the server; where it wants a proof, the dialog takes one, and it is asked again. */
  readonly proved: <T>(ask: () => Asked<T>) => Asked<T>;
  readonly dialog: ReactNode;
}

export function useProof(): Proof {
  const account = useAccount();
  const [end, setEnd] = useState<{ readonly call: (isProved: boolean) => void }>();
  const proved = async <T,>(ask: () => Asked<T>): Asked<T> => {
    const first = await ask();
    if (first.ok || wordedCode(first.problem) !== "proof-needed") return first;
    const isProved = await new Promise<boolean>((call) => setEnd({ call }));
    setEnd(undefined);
    return isProved ? ask() : first;
  };
  return { proved, dialog: end && account ? <ProofDialog account={account} onEnd={end.call} /> : null };
}

interface ProofDialogProps {
  readonly account: Account;
  readonly onEnd: (isProved: boolean) => void;
}

/** Takes the password, or a passkey where there is one. */
function ProofDialog({ account, onEnd }: ProofDialogProps) {
  const t = useMessages();
  const ways = useSignInWays(account.id);
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const hasPassword = ways?.hasPassword !== false;
  const end = async (asked: Asked<unknown>): Promise<void> => {
    const given = await asked;
    if (given.ok) return onEnd(true);
    const isCancelled = problemCode(given.problem) === "passkey-cancelled";
    setError(t(isCancelled ? "signIn.passkeyCancelled" : problemKey(wordedCode(given.problem))));
  };
  const byPasskey = (): Promise<void> => end(proveByPasskey(account.id));
  const prove = async (): Promise<string | undefined> => {
    if (!hasPassword) await byPasskey();
    else if (password === "") setError(t("proof.need"));
    else await end(proveByPassword(account.id, password));
    return undefined;
  };
  return (
    <ConfirmDialog
      title={t("proof.title")}
      className={styles.form}
      confirm={t(hasPassword ? "proof.confirm" : "proof.passkey")}
      onConfirm={prove}
      onClose={() => onEnd(false)}
    >
      <p>{t(hasPassword ? "proof.body" : "proof.bodyPasskey")}</p>
      {hasPassword ? (
        <>
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
        </>
      ) : error === undefined ? null : (
        <FieldError>{error}</FieldError>
      )}
      {hasPassword && ways && ways.passkeys.length > 0 && canUsePasskeys() ? (
        <Button size={36} onClick={() => void byPasskey()}>
          {t("proof.passkey")}
        </Button>
      ) : null}
    </ConfirmDialog>
  );
}

/** How the person signs in; undefined until it is known. */
export function useSignInWays(accountId: string): SignInWaysRecord | undefined {
  const [ways, setWays] = useState<SignInWaysRecord>();
  useEffect(() => {
    void fetchSignInWays(accountId).then((given) => {
      if (given.ok) setWays(given.value);
    });
  }, [accountId]);
  return ways;
}
