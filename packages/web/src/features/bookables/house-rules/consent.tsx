import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import styles from "../booking-sheet.module.css";

interface ConsentProps {
  readonly houseRules: NonNullable<BookingRules["houseRules"]>;
  readonly isGiven: boolean;
  readonly onChange: (isGiven: boolean) => void;
}

/** The house rules, which are accepted before one books. */
export function Consent({ houseRules, isGiven, onChange }: ConsentProps) {
  const t = useMessages();
  const language = useLanguage();
  return (
    <div className={styles.houseRules}>
      <p>{isolated(houseRules.text[language === "sv" ? "sv" : "en"])}</p>
      <Checkbox checked={isGiven} onChange={onChange}>
        {t("bookables.houseRules")}
      </Checkbox>
    </div>
  );
}
