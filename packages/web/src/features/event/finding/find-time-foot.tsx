import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, TriangleAlert } from "lucide-react";
import { useMessages } from "../../../i18n/messages.ts";
import { AnswerSign } from "../../../ui/answer-sign.tsx";
import styles from "./find-time-foot.module.css";

const KINDS = [
  ["busy", "event.busy"],
  ["maybe", "findTime.awayOrMaybe"],
  ["outside", "findTime.outside"],
  ["all", "findTime.all"],
  ["giveWay", "findTime.ifGivesWay"],
] as const;

/** What the fills of the rows mean, and what one sees of others. */
export function FindTimeKey() {
  const t = useMessages();
  return (
    <div className={styles.key}>
      <ul>
        {KINDS.map(([kind, word]) => (
          <li key={kind}>
            <span data-kind={kind} aria-hidden />
            {t(word)}
          </li>
        ))}
      </ul>
      <p>{t("findTime.note")}</p>
    </div>
  );
}

interface FindTimeFootProps {
  readonly said: string;
  readonly isFree: boolean;
}

/** What the proposed time asks of people, and which keys move it. */
export function FindTimeFoot({ said, isFree }: FindTimeFootProps) {
  const t = useMessages();
  const arrow = { size: 12, strokeWidth: 1.8 } as const;
  return (
    <footer className={styles.foot}>
      {isFree ? (
        <AnswerSign answer="accepted" />
      ) : (
        <TriangleAlert size={16} strokeWidth={1.7} aria-hidden className={styles.warn} />
      )}
      <p>{said}</p>
      <span className={styles.keys} aria-hidden>
        <kbd>
          <ArrowLeft {...arrow} />
        </kbd>
        <kbd>
          <ArrowRight {...arrow} />
        </kbd>
        {t("length.shortMinutes", { minutes: 15 })}
        <kbd>
          <ArrowUp {...arrow} />
        </kbd>
        <kbd>
          <ArrowDown {...arrow} />
        </kbd>
        {t("findTime.next")}
      </span>
    </footer>
  );
}
