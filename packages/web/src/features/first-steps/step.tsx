import { X, type LucideIcon } from "lucide-react";
import { useId, type ReactNode } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import styles from "./first-steps.module.css";

interface StepProps {
  readonly icon?: LucideIcon;
  readonly title: string;
  readonly help?: ReactNode;
  readonly onPutAway: () => void;
  /** what does it */
  readonly children: ReactNode;
}

/** Something that is offered: what it is, what does it, and a way to put it away. */
export function Step({ icon: Icon, title, help, onPutAway, children }: StepProps) {
  const t = useMessages();
  const titleId = useId();
  return (
    <li className={styles.step} aria-labelledby={titleId}>
      {Icon ? (
        <span className={styles.sign} aria-hidden>
          <Icon size={20} strokeWidth={1.6} />
        </span>
      ) : null}
      <div className={styles.words}>
        <h3 id={titleId} className={styles.name}>
          {title}
        </h3>
        {help ? <p className={styles.help}>{help}</p> : null}
      </div>
      <IconButton
        className={styles.away ?? ""}
        label={t("firstSteps.putAway", { title })}
        onClick={onPutAway}
      >
        <X size={16} strokeWidth={1.6} />
      </IconButton>
      <div className={styles.does}>{children}</div>
    </li>
  );
}
