import { problemKey } from "@snart/locales/problem-codes.ts";
import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { canUsePasskeys, signInByPasskey } from "../../api/account/passkey-api.ts";
import { problemCode, wordedCode } from "../../api/problem.ts";
import { useMessages } from "../../i18n/messages.ts";
import { enterSession } from "../../store/session.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import styles from "./screen.module.css";

/** The way in by a passkey, which is both steps; left out where the browser knows none. */
export function PasskeyButton() {
  const t = useMessages();
  const [trouble, setTrouble] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  if (!canUsePasskeys()) return null;
  const enter = async (): Promise<void> => {
    setBusy(true);
    setTrouble(undefined);
    const answer = await signInByPasskey();
    setBusy(false);
    if (answer.ok) return enterSession(answer.value);
    const isCancelled = problemCode(answer.problem) === "passkey-cancelled";
    setTrouble(t(isCancelled ? "signIn.passkeyCancelled" : problemKey(wordedCode(answer.problem))));
  };
  return (
    <div className={styles.others}>
      <p className={styles.or}>{t("signIn.or")}</p>
      <Button
        size={40}
        className={styles.submit}
        aria-disabled={isBusy || undefined}
        onClick={() => (isBusy ? undefined : void enter())}
      >
        <Fingerprint size={17} strokeWidth={1.6} aria-hidden />
        {t("signIn.passkey")}
      </Button>
      {trouble === undefined ? (
        <p className={styles.hint}>{t("signIn.passkeyHint")}</p>
      ) : (
        <FieldError>{trouble}</FieldError>
      )}
    </div>
  );
}
