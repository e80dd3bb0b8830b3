import { useMessages } from "../../i18n/messages.ts";
import { ImportOverlay } from "./import-overlay.tsx";
import styles from "./screen.module.css";

interface ImportDropProps {
  readonly accountId: string;
  /** files are held over the page */
  readonly isDragging: boolean;
}

/** Shows where files may be dropped, and the import of those that were. */
export function ImportDrop({ accountId, isDragging }: ImportDropProps) {
  const t = useMessages();
  return (
    <>
      {isDragging ? (
        <div className={styles.overlay} aria-hidden>
          <p className={styles.words}>
            {t("import.drop")}
            <span className={styles.help}>{t("import.dropHelp")}</span>
          </p>
        </div>
      ) : null}
      <ImportOverlay accountId={accountId} />
    </>
  );
}
