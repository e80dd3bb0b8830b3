import type { HouseholdRecord } from "@snart/calendar/jmap/household.ts";
import { Check } from "lucide-react";
import { useMessages } from "../../../i18n/messages.ts";
import styles from "./households.module.css";

/** Whether there is a PIN, and whose choice it was. What it is, nobody can read. */
export function PinLine({ household: { pin } }: { readonly household: Pick<HouseholdRecord, "pin"> }) {
  const t = useMessages();
  return (
    <span className={styles.pin} data-own={pin?.isOwn || undefined}>
      {pin?.isOwn ? <Check size={15} strokeWidth={2.2} aria-hidden /> : null}
      {t("households.pin", { kind: pin === null ? "none" : pin.isOwn ? "own" : "letter" })}
    </span>
  );
}
