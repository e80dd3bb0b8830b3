import { below } from "../../api/place.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useSessionState } from "../../store/session.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyHorizon } from "../../ui/empty-horizon.tsx";
import { FaultDetails } from "../../ui/fault-details/fault-details.tsx";
import { crashKind, crashLine } from "./crash.ts";
import styles from "./crash-page.module.css";

/** What happened, that nothing is lost, what to do; the error itself is folded away. */
export function CrashPage({ error }: { readonly error: unknown }) {
  const t = useMessages();
  const state = useSessionState();
  const outdated = crashKind(error) === "outdated";
  return (
    <main className={styles.page}>
      <div className={styles.column} role="alert">
        <EmptyHorizon />
        <h1 className={styles.title}>{t(outdated ? "crash.outdatedTitle" : "crash.title")}</h1>
        <p className={styles.body}>{t(outdated ? "crash.outdatedBody" : "crash.body")}</p>
        <ul className={styles.steps}>
          <li>{t("crash.doReload")}</li>
          <li>{t("crash.doTell")}</li>
        </ul>
        <div className={styles.actions}>
          <Button look="primary" size={36} onClick={() => location.reload()}>
            {t("crash.reload")}
          </Button>
          <Button size={36} onClick={() => location.assign(below("/"))}>
            {t("crash.toCalendar")}
          </Button>
        </div>
        <FaultDetails
          fault={crashLine(error)}
          version={state.status === "ready" ? state.session.version : ""}
        />
      </div>
    </main>
  );
}
