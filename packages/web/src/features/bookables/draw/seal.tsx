import type { DrawRecord } from "@snart/calendar/jmap/booking.ts";
import { useMessages } from "../../../i18n/messages.ts";
import styles from "./draw.module.css";

/** The commitment of a draw that is still to be made, and what it is for. */
export function Seal({ draw }: { readonly draw: DrawRecord }) {
  const t = useMessages();
  return (
    <div className={styles.seal}>
      <p>
        {t("bookables.draw.seal")} <code>{draw.commitment}</code>
      </p>
      <details>
        <summary>{t("bookables.draw.what")}</summary>
        <p>{t("bookables.draw.sealBody")}</p>
      </details>
    </div>
  );
}
