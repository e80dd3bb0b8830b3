import { problemKey } from "@snart/locales/problem-codes.ts";
import { SECOND } from "@snart/calendar/time/instant.ts";
import { useEffect, useState, type SyntheticEvent } from "react";
import { askReset, fetchIsResetMailed } from "../../api/account/account-link-api.ts";
import { wordedCode, type ApiProblem } from "../../api/problem.ts";
import { useMessages, useSpeech } from "../../i18n/messages.ts";
import { Sentence } from "../../i18n/sentence.tsx";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { focusFirstError } from "../../ui/fields/focus-first-error.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { wayBack } from "../signed-out/screen.tsx";
import styles from "../../ui/signed-out-form.module.css";

type Step = "asking" | "form" | "sent" | "no-mail";

/** Asks for the address that the link goes to; where the server sends no mail, says whom to ask instead. */
export function AskLink() {
  const t = useMessages();
  const [step, setStep] = useState<Step>("asking");
  const [email, setEmail] = useState("");
  useEffect(() => {
    // A failure here is reported when the form is sent.
    void fetchIsResetMailed().then((given) => setStep(given.ok && !given.value ? "no-mail" : "form"));
  }, []);
  return (
    <>
      <h1 className={styles.title}>{t(step === "sent" ? "forgot.sent.title" : "forgot.title")}</h1>
      <output>
        {step === "no-mail" ? (
          <span className={styles.intro}>{t("forgot.noMail", { host: location.host })}</span>
        ) : null}
        {step === "sent" ? (
          <>
            <span className={styles.intro}>{t("forgot.sent", { email })}</span>
            <span className={styles.intro}>{t("forgot.sent.hint")}</span>
          </>
        ) : null}
      </output>
      {step === "form" ? <AskForm email={email} onChange={setEmail} onSent={() => setStep("sent")} /> : null}
    </>
  );
}

interface AskFormProps {
  readonly email: string;
  readonly onChange: (email: string) => void;
  readonly onSent: () => void;
}

function AskForm({ email, onChange, onSent }: AskFormProps) {
  const t = useMessages();
  const { language } = useSpeech();
  const [problem, setProblem] = useState<ApiProblem>();
  const [isSending, setSending] = useState(false);
  const isAddress = /^[^\s@]+@[^\s@]+$/.test(email.trim());
  const [isMissing, setMissing] = useState(false);
  const send = async (form: HTMLFormElement): Promise<void> => {
    setProblem(undefined);
    setMissing(!isAddress);
    if (!isAddress) return focusFirstError(form, { email: true });
    setSending(true);
    const asked = await askReset(email.trim(), language, wayBack());
    setSending(false);
    if (asked.ok) return onSent();
    setProblem(asked.problem);
    focusFirstError(form, { email: true });
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isSending) void send(event.currentTarget);
  };
  const isWrong = isMissing || (problem !== undefined && wordedCode(problem) === "invalid-email");
  return (
    <>
      <p className={styles.intro}>{t("forgot.intro")}</p>
      <form noValidate onSubmit={submit} className={styles.form}>
        <TextField
          label={t("forgot.email")}
          name="email"
          type="email"
          autoComplete="email"
          fieldSize={40}
          value={email}
          error={isWrong ? t("forgot.need") : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {problem && !isWrong ? <Trouble problem={problem} /> : null}
        <Button type="submit" look="primary" size={40} aria-disabled={isSending || undefined}>
          {t(isSending ? "forgot.sending" : "forgot.send")}
        </Button>
      </form>
    </>
  );
}

function Trouble({ problem }: { readonly problem: ApiProblem }) {
  const t = useMessages();
  const code = wordedCode(problem);
  const seconds = problem.kind === "refused" ? problem.fields["retryAfter"] : undefined;
  const [until] = useState(() => (typeof seconds === "number" ? Date.now() + seconds * SECOND : undefined));
  if (code !== "too-many-attempts" || until === undefined)
    return <FieldError>{t(problemKey(code))}</FieldError>;
  const distance = <HowSoon target={{ kind: "instant", at: until }} warm={false} />;
  return (
    <FieldError>
      <Sentence of="forgot.paused" args={{ distance }} />
    </FieldError>
  );
}
