"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import { CloudOff } from "lucide-react";
import { useMessages } from "../../i18n/messages.ts";
import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import { HowLongAgo } from "../../ui/distance/how-soon.tsx";
import { useLateFlag } from "../../ui/loading/use-late-flag.ts";
import styles from "./status-row.module.css";

/** How fresh what is shown is: fetching, saving, offline, or when it was last in step with the server. */
export function StatusRow({ fetching }: { readonly fetching: string }) {
  const t = useMessages();
  const { isFetching, isOnline, syncedAt, waiting, phase } = useCalendarSnapshot();
  const isSlow = useLateFlag(isFetching || phase === "starting", 150);
  if (!isOnline && waiting > 0) {
    return (
      <p className={styles.row}>
        <CloudOff size={14} strokeWidth={1.7} aria-hidden /> {t("sidebar.waiting", { count: waiting })}
      </p>
    );
  }
  if (!isOnline) {
    return (
      <p className={styles.row} data-trouble="">
        <span className={styles.dot} /> {t("sidebar.offline")}
      </p>
    );
  }
  if (isSlow) {
    return (
      <p className={styles.row}>
        <span className={styles.bars} aria-hidden>
          <i />
          <i />
          <i />
        </span>
        {t("sidebar.fetching", { what: fetching })}
      </p>
    );
  }
  return (
    <p className={styles.row}>
      <span className={styles.dot} /> {waiting > 0 ? t("sidebar.saving") : t("sidebar.synced")}
      {waiting === 0 && syncedAt !== null ? <HowLongAgo at={syncedAt} warm={false} size={12} /> : null}
    </p>
  );
}
