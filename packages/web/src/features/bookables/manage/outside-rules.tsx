import { isHard, type Reason } from "@snart/calendar/booking/reason.ts";
import { useState } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import styles from "../booking-sheet.module.css";

interface OutsideRulesProps {
  readonly reasons: readonly Reason[];
  /** the time, in words */
  readonly when: string;
  readonly onBook: () => Promise<void>;
}

/** A manager passes the rules by, and never what is so: nobody gets what somebody has. */
export function OutsideRules({ reasons, when, onBook }: OutsideRulesProps) {
  const t = useMessages();
  const [isMeant, setMeant] = useState(false);
  const [isSending, setSending] = useState(false);
  if (reasons.length === 0 || reasons.some(isHard)) return null;
  const book = async (): Promise<void> => {
    setSending(true);
    await onBook();
    setSending(false);
  };
  return (
    <section className={styles.outside}>
      <Checkbox checked={isMeant} onChange={setMeant}>
        {t("bookables.outsideRules")}
      </Checkbox>
      <Button size={40} disabled={!isMeant || isSending} onClick={() => void book()}>
        {t("bookables.book", { when })}
      </Button>
    </section>
  );
}
