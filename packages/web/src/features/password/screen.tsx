import { useMessages } from "../../i18n/messages.ts";
import { judgePassword } from "./model.ts";
import styles from "./screen.module.css";

export { DevicesToo } from "./devices-too.tsx";

/** Four bars and words for how strong a new password is; the words are what counts. */
export function PasswordStrengthMeter({ password }: { readonly password: string }) {
  const t = useMessages();
  const { strength, count, bars } = judgePassword(password);
  return (
    <span className={styles.meter} data-strength={strength}>
      <span className={styles.bars} aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={styles.bar} data-lit={bar <= bars || undefined} />
        ))}
      </span>
      <span>{t("password.strength", { strength, count })}</span>
    </span>
  );
}
