import { problemKey } from "@snart/locales/problem-codes.ts";
import type { OfferedProvider } from "@snart/calendar/jmap/administration/identity-providers.ts";
import { Fingerprint, KeyRound } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { canUsePasskeys, signInByPasskey } from "../../api/account/passkey-api.ts";
import { goToProvider } from "../../api/account/provider-api.ts";
import { problemCode, wordedCode, type ApiProblem, type Asked } from "../../api/problem.ts";
import { useMessages, useSpeech } from "../../i18n/messages.ts";
import { machineZone } from "../../i18n/viewer-zone.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { enterByHorizon, keepBars } from "../signed-out/screen.tsx";
import styles from "./screen.module.css";

/** The ways in that need no password: a passkey where the browser knows them, and the providers; nothing where there is none. */
export function Ways({ providers }: { readonly providers: readonly OfferedProvider[] }) {
  const t = useMessages();
  const hasPasskey = canUsePasskeys();
  if (!hasPasskey && providers.length === 0) return null;
  return (
    <div className={styles.ways}>
      {hasPasskey ? <PasskeyWay /> : null}
      {providers.map((provider, at) => (
        <ProviderWay key={provider.id} provider={provider} isFirst={!hasPasskey && at === 0} />
      ))}
      <p className={styles.or}>{t("signIn.orPassword")}</p>
    </div>
  );
}

/** Both steps at once. */
function PasskeyWay() {
  const t = useMessages();
  const enter = async (): Asked<unknown> => {
    const answer = await signInByPasskey();
    if (answer.ok) enterByHorizon(answer.value);
    return answer;
  };
  const wordsOf = (problem: ApiProblem): string =>
    t(
      problemCode(problem) === "passkey-cancelled"
        ? "signIn.passkeyCancelled"
        : problemKey(wordedCode(problem)),
    );
  return (
    <Way isFirst hint={t("signIn.passkeyHint")} enter={enter} wordsOf={wordsOf}>
      <Fingerprint size={17} strokeWidth={1.6} aria-hidden />
      {t("signIn.passkey")}
    </Way>
  );
}

interface ProviderWayProps {
  readonly provider: OfferedProvider;
  readonly isFirst: boolean;
}

function ProviderWay({ provider: { id: providerId, name, host }, isFirst }: ProviderWayProps) {
  const { messages: t, language } = useSpeech();
  const enter = (): Asked<unknown> => {
    keepBars();
    return goToProvider({ providerId, errand: "sign-in", language, timeZone: machineZone().id });
  };
  return (
    <Way
      isFirst={isFirst}
      hint={t("signIn.providerHint", { host })}
      enter={enter}
      wordsOf={(problem) => t(problemKey(wordedCode(problem)))}
    >
      <KeyRound size={17} strokeWidth={1.6} aria-hidden />
      <span className={styles.words}>{t("signIn.provider", { name })}</span>
    </Way>
  );
}

interface WayProps {
  readonly isFirst: boolean;
  readonly hint: string;
  readonly enter: () => Asked<unknown>;
  readonly wordsOf: (problem: ApiProblem) => string;
  readonly children: ReactNode;
}

/** One button, and beneath it how it goes on, or why it did not. */
function Way({ isFirst, hint, enter, wordsOf, children }: WayProps) {
  const [problem, setProblem] = useState<ApiProblem>();
  const below = useId();
  const [isBusy, setBusy] = useState(false);
  const press = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    const answer = await enter();
    // Also when the browser leaves: it may come back to the page as it was.
    setBusy(false);
    if (!answer.ok) setProblem(answer.problem);
  };
  return (
    <div className={styles.way}>
      <Button
        size={40}
        look={isFirst ? "primary" : "plain"}
        className={styles.submit}
        aria-disabled={isBusy || undefined}
        aria-describedby={below}
        onClick={() => (isBusy ? undefined : void press())}
      >
        {children}
      </Button>
      {problem ? (
        <FieldError id={below}>{wordsOf(problem)}</FieldError>
      ) : (
        <p id={below} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
