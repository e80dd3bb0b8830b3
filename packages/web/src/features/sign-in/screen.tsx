import {
  refusalOf as refusalNamed,
  type Refusal,
} from "@snart/calendar/jmap/administration/identity-providers.ts";
import { useEffect, useState, type SyntheticEvent } from "react";
import { Link } from "wouter";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { canUsePasskeys } from "../../api/account/passkey-api.ts";
import { signIn } from "../../api/account/sign-in-api.ts";
import { wordedCode } from "../../api/problem.ts";
import { loadAllWords } from "../../i18n/load-messages.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useSessionState } from "../../store/session.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { focusFirstError } from "../../ui/fields/focus-first-error.ts";
import { PasswordField } from "../../ui/fields/password-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { enterByHorizon, SignedOutPage, withWayBack } from "../signed-out/screen.tsx";
import { Paused } from "./paused.tsx";
import { gapsIn, refusalOf, type SignInTrouble } from "./model.ts";
import { useOfferedPasskeys } from "./use-offered-passkeys.ts";
import { Ways } from "./ways.tsx";
import { page } from "../../ui/part.tsx";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import styles from "./screen.module.css";

export { GoOn } from "./go-on.tsx";

/** Its words are none of the first page's, as it comes after an answer. */
const secondStep = page(() => import("./second-step-form.tsx").then((it) => it.SecondStepForm));

/**
 * Sign in by a passkey or a provider, or with a password and, where there is one, a second step. The address stays as it was, so that what
 * was asked for opens afterwards.
 */
export function SignInScreen() {
  const t = useMessages();
  const state = useSessionState();
  const [isAwaited, setAwaited] = useState(state.status === "ready" && state.session.secondStep === true);
  const title = t(isAwaited ? "signIn.codeTitle" : "signIn.title");
  useDocumentTitle(title);
  const refusal = useRefusal();
  const providers = (state.status === "ready" && state.session.providers) || [];
  return (
    <SignedOutPage formWidth={360} languageLinks>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.host}>{location.host}</p>
      {refusal && !isAwaited ? (
        <div className={styles.refusal}>
          <FieldError>{t(problemKey(refusal))}</FieldError>
        </div>
      ) : null}
      {isAwaited ? (
        <secondStep.Component onLeave={() => setAwaited(false)} />
      ) : (
        <>
          <Ways providers={providers} />
          <SignInForm
            isOnlyWay={!canUsePasskeys() && providers.length === 0}
            onSecondStep={() => setAwaited(true)}
          />
        </>
      )}
    </SignedOutPage>
  );
}

/** Why a provider has sent the browser back, which the address then forgets. The words for it are none of the first page's. */
function useRefusal() {
  const [refusal, setRefusal] = useState<Refusal>();
  useEffect(() => {
    const url = new URL(location.href);
    const code = refusalNamed(url.searchParams.get("refused"));
    if (!url.searchParams.has("refused")) return;
    url.searchParams.delete("refused");
    history.replaceState(history.state, "", url);
    if (code)
      loadAllWords().then(
        () => setRefusal(code),
        () => undefined,
      );
  }, []);
  return refusal;
}

interface SignInFormProps {
  readonly isOnlyWay: boolean;
  readonly onSecondStep: () => void;
}

function SignInForm({ isOnlyWay, onSecondStep }: SignInFormProps) {
  const t = useMessages();
  const [login, setLogin] = useState("");
  const [password, setPassword] = useState("");
  const [trouble, setTrouble] = useState<SignInTrouble>();
  const [sending, setSending] = useState(false);
  useOfferedPasskeys((problem) => setTrouble({ kind: "other", code: wordedCode(problem) }));

  const send = async (form: HTMLFormElement): Promise<void> => {
    const gaps = gapsIn(login, password);
    setTrouble(gaps);
    if (gaps?.kind === "missing") return focusFirstError(form, { ...gaps });
    setSending(true);
    const answer = await signIn(login.trim(), password);
    setSending(false);
    if (answer.ok) return answer.value.secondStep ? onSecondStep() : enterByHorizon(answer.value);
    const { problem } = answer;
    setTrouble(refusalOf(wordedCode(problem), problem.kind === "refused" ? problem.fields : {}, Date.now()));
    focusFirstError(form, { password: true });
  };

  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!sending) void send(event.currentTarget);
  };

  const missing = trouble?.kind === "missing" ? trouble : undefined;
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <TextField
        label={t("signIn.login")}
        name="login"
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        fieldSize={40}
        value={login}
        onChange={(event) => setLogin(event.currentTarget.value)}
        error={missing?.login ? t("signIn.needLogin") : undefined}
      />
      <div className={styles.password}>
        <PasswordField
          label={t("signIn.password")}
          name="password"
          autoComplete="current-password"
          fieldSize={40}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={passwordError(trouble, t)}
        />
        <Link href={withWayBack("/reset")} className={styles.forgot}>
          {t("signIn.forgot")}
        </Link>
      </div>
      {trouble?.kind === "other" && trouble.code !== "wrong-password" ? (
        <FieldError>{t(problemKey(trouble.code))}</FieldError>
      ) : null}
      <Button
        type="submit"
        look={isOnlyWay ? "primary" : "plain"}
        size={40}
        className={styles.submit}
        aria-disabled={sending || undefined}
      >
        {t(sending ? "signIn.submitting" : "signIn.submit")}
      </Button>
    </form>
  );
}

function passwordError(trouble: SignInTrouble | undefined, t: ReturnType<typeof useMessages>) {
  if (trouble?.kind === "missing" && trouble.password) return t("signIn.needPassword");
  if (trouble?.kind === "wrong") return t("signIn.wrong", { attemptsLeft: trouble.attemptsLeft });
  if (trouble?.kind === "other" && trouble.code === "wrong-password") return t("error.wrong-password");
  return trouble?.kind === "paused" ? <Paused until={trouble.until} /> : undefined;
}
