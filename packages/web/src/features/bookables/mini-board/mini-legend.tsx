import { Check } from "lucide-react";
import { useMessages } from "../../../i18n/messages.ts";
import styles from "./mini-board.module.css";

const STATES = ["free", "taken", "refused", "closed", "notYet"] as const;

/** What the shapes of a week in small mean. */
export function MiniLegend() {
  const t = useMessages();
  const entries = [
    ...STATES.map((state) => [state, t("bookables.state", { state })] as const),
    ["none", t("bookables.noSlot")] as const,
  ];
  return (
    <ul className={styles.legend} aria-label={t("bookables.legend")}>
      {entries.map(([state, words]) => (
        <li key={state}>
          <span className={styles.cell} data-state={state} aria-hidden>
            {state === "free" ? <Check size={11} strokeWidth={2.4} /> : null}
          </span>
          {words}
        </li>
      ))}
    </ul>
  );
}
