import { problemKey } from "@snart/locales/problem-codes.ts";
import { useEffect, useRef, useState, type SyntheticEvent } from "react";
import { sendSecondStep } from "../../api/account/sign-in-api.ts";
import { wordedCode } from "../../api/problem.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { focusFirstError } from "../../ui/fields/focus-first-error.ts";
import { TextField } from "../../ui/fields/text-field.tsx";
import { enterByHorizon } from "../signed-out/screen.tsx";
import { refusalOf, type SignInTrouble } from "./model.ts";
import { Paused } from "./paused.tsx";
import styles from "./screen.module.css";

/** The code after the password: of an app, or a recovery code. */
export function SecondStepForm({ onLeave }: { readonly onLeave: () => void }) {
  const t = useMessages();
  const [code, setCode] = useState("");
  const [trouble, setTrouble] = useState<SignInTrouble | "missing">();
  const [sending, setSending] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // The button that was pressed has made room for it.
  useEffect(() => field.current?.focus(), []);

  const send = async (form: HTMLFormElement): Promise<void> => {
    setTrouble(code.trim() === "" ? "missing" : undefined);
    if (code.trim() === "") return focusFirstError(form, { code: true });
    setSending(true);
    const answer = await sendSecondStep(code);
    setSending(false);
    if (answer.ok) return enterByHorizon(answer.value);
    const { problem } = answer;
    setTrouble(refusalOf(wordedCode(problem), problem.kind === "refused" ? problem.fields : {}, Date.now()));
    focusFirstError(form, { code: true });
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!sending) void send(event.currentTarget);
  };
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <TextField
        label={t("signIn.code")}
        ref={field}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        fieldSize={40}
        value={code}
        hint={t("signIn.codeHint")}
        error={codeError(trouble, t)}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button
        type="submit"
        look="primary"
        size={40}
        className={styles.submit}
        aria-disabled={sending || undefined}
      >
        {t(sending ? "signIn.submitting" : "signIn.submit")}
      </Button>
      <Button size={40} className={styles.submit} onClick={onLeave}>
        {t("signIn.otherAccount")}
      </Button>
    </form>
  );
}

function codeError(trouble: SignInTrouble | "missing" | undefined, t: ReturnType<typeof useMessages>) {
  if (trouble === "missing") return t("signIn.needCode");
  if (trouble?.kind === "wrong") return t("signIn.codeWrong", { attemptsLeft: trouble.attemptsLeft });
  if (trouble?.kind === "paused") return <Paused until={trouble.until} />;
  return trouble?.kind === "other" ? t(problemKey(trouble.code)) : undefined;
}
