import { useMessages, type MessageKey } from "../../i18n/messages.ts";
import { StateSign } from "./state-sign.tsx";
import styles from "./board.module.css";

const STATES = ["free", "yours", "taken", "closed", "notYet", "refused"] as const;

interface LegendProps {
  /** some of the thing's times are drawn by lot */
  readonly hasLots?: boolean;
  /** what the keys do */
  readonly keys?: MessageKey;
}

/** What the colours and signs of the slots mean, in words. */
export function Legend({ keys = "bookables.arrows", hasLots = false }: LegendProps) {
  const t = useMessages();
  return (
    <section className={styles.legend} aria-label={t("bookables.legend")}>
      <ul>
        {[...STATES, ...(hasLots ? (["byLot"] as const) : [])].map((state) => (
          <li key={state}>
            <span className={styles.swatch} data-state={state} aria-hidden>
              <StateSign state={state} size={11} />
            </span>
            {t("bookables.state", { state })}
          </li>
        ))}
      </ul>
      <p className={styles.keys}>{t(keys)}</p>
    </section>
  );
}
