import { CloudOff } from "lucide-react";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { useCalendarSnapshot, useCalendarStore } from "../../../store/calendar-context.tsx";
import { HowLongAgo } from "../../../ui/how-soon.tsx";
import { useLateFlag } from "../../../ui/use-late-flag.ts";
import styles from "./offline-banner.module.css";

/** In ink and not in red: nothing is wrong, and nothing is lost. */
export function OfflineBanner() {
  const t = useMessages();
  const store = useCalendarStore();
  const { isOnline, syncedAt, waiting, phase } = useCalendarSnapshot();
  const isShown = useLateFlag(!isOnline && phase === "ready", 1000);
  return (
    <output className={styles.status}>
      {isShown ? (
        <div className={styles.banner}>
          <CloudOff size={16} strokeWidth={1.7} aria-hidden />
          <p className={styles.text}>
            <b>{t("shell.offline.title")}</b>{" "}
            {syncedAt === null ? null : (
              <Sentence of="shell.offline.shown" args={{ age: <HowLongAgo at={syncedAt} warm={false} /> }} />
            )}{" "}
            {waiting > 0 ? t("shell.offline.waiting", { count: waiting }) : null}
          </p>
          <button type="button" className={styles.action} onClick={() => void store.retry()}>
            {t("shell.offline.tryNow")}
          </button>
        </div>
      ) : null}
    </output>
  );
}
