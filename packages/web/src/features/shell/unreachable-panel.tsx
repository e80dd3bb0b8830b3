"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyHorizon } from "../../ui/empty-horizon.tsx";
import styles from "./unreachable.module.css";

/** Says that the server did not answer, that nothing is lost, and what to do. */
export function UnreachablePanel({ onRetry }: { readonly onRetry: () => void }) {
  const t = useMessages();
  return (
    <div className={styles.page}>
      <div className={styles.column} role="alert">
        <EmptyHorizon />
        <h2 className={styles.title}>{t("shell.unreachable.title")}</h2>
        <p className={styles.body}>{t("shell.unreachable.body", { host: location.host })}</p>
        <Button look="primary" size={36} onClick={onRetry}>
          {t("shell.unreachable.again")}
        </Button>
      </div>
    </div>
  );
}
