import { CloudOff, GitCompareArrows } from "lucide-react";
import { useMessages } from "../../i18n/messages.ts";
import { Sentence } from "../../i18n/sentence.tsx";
import { useCalendarSnapshot, useCalendarStore } from "../../store/calendar-context.tsx";
import { HowLongAgo } from "../../ui/distance/how-soon.tsx";
import { usePhone } from "../../ui/use-media.ts";
import { useLateFlag } from "../../ui/loading/use-late-flag.ts";
import { showChanges } from "../changes/screen.tsx";
import { ZoneNotice } from "./zone-notice.tsx";
import styles from "./offline-banner.module.css";

/** The banner is in ink and not in red, because nothing is wrong and nothing is lost. */
export function OfflineBanner() {
  const { isOnline, conflicts, phase } = useCalendarSnapshot();
  const isShown = useLateFlag(!isOnline && phase === "ready", 1000);
  return (
    <output className={styles.status}>
      {isShown ? (
        <Offline />
      ) : conflicts.length > 0 ? (
        <Unanswered count={conflicts.length} />
      ) : phase === "ready" ? (
        <ZoneNotice />
      ) : null}
    </output>
  );
}

function Offline() {
  const t = useMessages();
  const store = useCalendarStore();
  const { syncedAt, waiting } = useCalendarSnapshot();
  const isPhone = usePhone();
  if (isPhone) return <OfflineInShort />;
  return (
    <div className={styles.banner}>
      <CloudOff size={16} strokeWidth={1.7} aria-hidden />
      <p className={styles.text}>
        <b>{t("shell.offline.title")}</b>{" "}
        {syncedAt === null ? null : (
          <Sentence of="shell.offline.shown" args={{ age: <HowLongAgo at={syncedAt} warm={false} /> }} />
        )}{" "}
        {waiting > 0 ? t("shell.offline.waiting", { count: waiting }) : null}
      </p>
      {waiting > 0 ? (
        <button type="button" className={styles.link} onClick={() => showChanges("waiting")}>
          {t("shell.offline.show")}
        </button>
      ) : null}
      <button type="button" className={styles.action} onClick={() => void store.retry()}>
        {t("shell.offline.tryNow")}
      </button>
    </div>
  );
}

/** The same in one line: the words lead to the changes that wait. */
function OfflineInShort() {
  const t = useMessages();
  const store = useCalendarStore();
  const { syncedAt, waiting } = useCalendarSnapshot();
  return (
    <div className={styles.banner}>
      <CloudOff size={16} strokeWidth={1.7} aria-hidden />
      {waiting > 0 ? (
        <button type="button" className={styles.text} onClick={() => showChanges("waiting")}>
          {t("shell.offline.shortWaiting", { count: waiting })}
        </button>
      ) : (
        <p className={styles.text}>
          {t("shell.offline.short")}
          {syncedAt === null ? null : (
            <>
              {" · "}
              <HowLongAgo at={syncedAt} warm={false} />
            </>
          )}
        </p>
      )}
      <button type="button" className={styles.action} onClick={() => void store.retry()}>
        {t("shell.offline.tryNow")}
      </button>
    </div>
  );
}

/** Changes that conflict with another person's are both stored until someone chooses. */
function Unanswered({ count }: { readonly count: number }) {
  const t = useMessages();
  return (
    <div className={styles.banner}>
      <GitCompareArrows size={16} strokeWidth={1.7} aria-hidden />
      <p className={styles.text}>{t("conflict.unanswered", { count })}</p>
      <button type="button" className={styles.action} onClick={() => showChanges("conflicts")}>
        {t("conflict.compare")}
      </button>
    </div>
  );
}
