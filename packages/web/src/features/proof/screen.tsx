import { problemKey } from "@snart/locales/problem-codes.ts";
import type { SignInWaysRecord } from "@snart/calendar/jmap/account.ts";
import { refusalOf, type OfferedProvider } from "@snart/calendar/jmap/administration/identity-providers.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { canUsePasskeys, proveByPasskey } from "../../api/account/passkey-api.ts";
import { goToProvider } from "../../api/account/provider-api.ts";
import { fetchSignInWays, proveByPassword } from "../../api/account/sign-in-ways-api.ts";
import type { Account } from "../../api/auth-client.ts";
import { problemCode, wordedCode, type Asked } from "../../api/problem.ts";
import { useMessages, useSpeech } from "../../i18n/messages.ts";
import { machineZone } from "../../i18n/viewer-zone.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { PasswordField } from "../../ui/fields/password-field.tsx";
import { useAccount } from "../../store/session.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { hearFromWindow, IN_WINDOW, openProofWindow } from "./other-window.ts";
import styles from "./screen.module.css";

/** Something dangerous, which asks who sits here if that was proved too long ago, and goes on with what was wanted. */
interface Proof {
  /** Asks the server; where it wants a proof, the dialog takes one, and it is asked again. */
  readonly proved: <T>(ask: () => Asked<T>) => Asked<T>;
  /** Takes the proof beforehand, if the last one is too old; false: the person gave none. */
  readonly sure: () => Promise<boolean>;
  readonly dialog: ReactNode;
}

const needed = failed({ kind: "refused", status: 403, code: "proof-needed", fields: {} } as const);

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
  const sure = async (): Promise<boolean> => {
    const given = await proved(async () => {
      const ways = account ? await fetchSignInWays(account.id) : undefined;
      // Where it can't be asked, what is done then says why.
      return ways?.ok && !ways.value.isProved ? needed : ok(undefined);
    });
    return given.ok;
  };
  return { proved, sure, dialog: end && account ? <ProofDialog account={account} onEnd={end.call} /> : null };
}

interface ProofDialogProps {
  readonly account: Account;
  readonly onEnd: (isProved: boolean) => void;
}

/** What a person's account is opened by, and so proves who they are; the password until it is known. */
function meansOf(ways: SignInWaysRecord | undefined) {
  const providers = (ways?.providers ?? []).filter(({ id }) =>
    ways?.identities.some(({ providerId }) => providerId === id),
  );
  const hasPasskey = ways !== undefined && ways.passkeys.length > 0;
  const first =
    ways?.hasPassword !== false ? "password" : hasPasskey || !providers[0] ? "passkey" : "provider";
  return { first, hasPasskey, providers } as const;
}

/** Takes the password, a passkey where there is one, or the word of a provider, which leaves the page and comes back to it. */
function ProofDialog({ account, onEnd }: ProofDialogProps) {
  const { messages: t, language } = useSpeech();
  const { first, hasPasskey, providers } = meansOf(useSignInWays(account.id));
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const end = async (asked: Asked<unknown>): Promise<void> => {
    const given = await asked;
    if (given.ok) return onEnd(true);
    const isCancelled = problemCode(given.problem) === "passkey-cancelled";
    setError(t(isCancelled ? "signIn.passkeyCancelled" : problemKey(wordedCode(given.problem))));
  };
  const byPasskey = (): Promise<void> => end(proveByPasskey(account.id));
  const byProvider = async ({ id: providerId }: OfferedProvider): Promise<void> => {
    setError(undefined);
    // Where the browser opens no window, this one leaves, and what was begun is done once more afterwards.
    const other = openProofWindow();
    const query = new URLSearchParams(location.search);
    query.set("back", other ? IN_WINDOW : "prove");
    const about = { language, timeZone: machineZone().id, query: `?${query}` };
    const gone = await goToProvider({ providerId, errand: "prove", leaves: other ?? window, ...about });
    if (gone.ok) return;
    other?.close();
    setError(t(problemKey(wordedCode(gone.problem))));
  };
  const told = useEffectEvent(({ refused }: { readonly refused: string | null }) => {
    if (refused === null) onEnd(true);
    else setError(t(problemKey(refusalOf(refused) ?? "internal")));
  });
  useEffect(() => hearFromWindow(told), []);
  const [provider, ...rest] = providers;
  const prove = async (): Promise<string | undefined> => {
    if (first === "provider") await (provider && byProvider(provider));
    else if (first === "passkey") await byPasskey();
    else if (password === "") setError(t("proof.need"));
    else await end(proveByPassword(account.id, password));
    return undefined;
  };
  const name = provider?.name ?? "";
  const words = {
    password: [t("proof.confirm"), t("proof.body")],
    passkey: [t("proof.passkey"), t("proof.bodyPasskey")],
    provider: [t("signIn.provider", { name }), t("proof.bodyProvider", { name })],
  } as const;
  const [confirm, body] = words[first];
  return (
    <ConfirmDialog
      title={t("proof.title")}
      className={styles.form}
      confirm={confirm}
      onConfirm={prove}
      onClose={() => onEnd(false)}
    >
      <p>{body}</p>
      {first === "password" ? (
        <OwnPassword
          login={account.login}
          value={password}
          error={error}
          onChange={(typed) => {
            setPassword(typed);
            setError(undefined);
          }}
        />
      ) : error === undefined ? null : (
        <FieldError>{error}</FieldError>
      )}
      {first === "password" && hasPasskey && canUsePasskeys() ? (
        <Button size={36} onClick={() => void byPasskey()}>
          {t("proof.passkey")}
        </Button>
      ) : null}
      {(first === "provider" ? rest : providers).map((other) => (
        <Button key={other.id} size={36} onClick={() => void byProvider(other)}>
          {t("signIn.provider", { name: other.name })}
        </Button>
      ))}
    </ConfirmDialog>
  );
}

interface OwnPasswordProps {
  readonly login: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (typed: string) => void;
}

/** With the name beside it by which a keeper of passwords finds it. */
function OwnPassword({ login, value, error, onChange }: OwnPasswordProps) {
  const t = useMessages();
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={login} readOnly />
      <PasswordField
        label={t("proof.password")}
        name="password"
        autoComplete="current-password"
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
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
