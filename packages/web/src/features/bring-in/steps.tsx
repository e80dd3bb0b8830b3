import { Check } from "lucide-react";
import { useMessages } from "../../i18n/messages.ts";
import styles from "./bring-in.module.css";

const STEPS = ["connect", "rehearse", "import"] as const;

/** The three steps, and which of them is now. */
export function Steps({ step }: { readonly step: 1 | 2 | 3 }) {
  const t = useMessages();
  return (
    <ol className={styles.steps}>
      {STEPS.map((name, index) => {
        const isDone = index + 1 < step;
        return (
          <li
            key={name}
            aria-current={index + 1 === step ? "step" : undefined}
            data-done={isDone || undefined}
          >
            <span className={styles.number} aria-hidden>
              {isDone ? <Check size={13} strokeWidth={2.4} /> : index + 1}
            </span>
            {t(`bringIn.step.${name}`)}
            {isDone ? <span className="visually-hidden">{t("bringIn.stepDone")}</span> : null}
          </li>
        );
      })}
    </ol>
  );
}
