import type { DoorThing } from "@snart/calendar/jmap/door.ts";
import type { DoorAct } from "../../api/items/door-api.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { outcomeWords, type Outcome } from "./outcome.ts";
import styles from "./pad.module.css";
import { Reasons } from "./reasons.tsx";

interface SaidProps {
  readonly outcome: Outcome;
  readonly thing: DoorThing;
  readonly act: DoorAct;
  readonly onClose: () => void;
}

/** What came of it. */
export function Said({ outcome, thing, act, onClose }: SaidProps) {
  const t = useMessages();
  return (
    <div className={styles.pad}>
      <output className={styles.said} data-kind={outcome.kind}>
        {outcomeWords(outcome, act, thing.timeZone, t)}
      </output>
      {outcome.kind === "refused" && outcome.given.kind === "refused" ? (
        <Reasons thing={thing} reasons={outcome.given.reasons} name={outcome.given.who} />
      ) : null}
      <Button size={40} onClick={onClose}>
        {t("door.close")}
      </Button>
    </div>
  );
}

interface RulesProps {
  readonly houseRules: NonNullable<DoorThing["houseRules"]>;
  readonly isSending: boolean;
  readonly onAccept: () => void;
  readonly onClose: () => void;
}

/** The house rules, which are accepted before one books. */
export function RulesToAccept({ houseRules, isSending, onAccept, onClose }: RulesProps) {
  const t = useMessages();
  const language = useLanguage();
  return (
    <section className={styles.pad} aria-label={t("door.rules")}>
      <h2>{t("door.rules")}</h2>
      <p className={styles.rules}>{isolated(houseRules.text[language === "sv" ? "sv" : "en"])}</p>
      <button type="button" className={styles.act} data-look="first" disabled={isSending} onClick={onAccept}>
        {t("bookables.houseRules")}
      </button>
      <button type="button" className={styles.act} data-look="quiet" onClick={onClose}>
        {t("door.stop")}
      </button>
    </section>
  );
}
