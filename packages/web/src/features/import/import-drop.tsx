import { useMessages } from "../../i18n/messages.ts";
import { offerFiles } from "./choose-files.ts";
import { useFileDrag } from "./file-drag.ts";
import { ImportOverlay } from "./import-overlay.tsx";
import styles from "./screen.module.css";

/** Accepts calendar files dropped anywhere on the page, and shows their import. A page has one of these. */
export function ImportDrop({ accountId }: { readonly accountId: string }) {
  const t = useMessages();
  const dragging = useFileDrag((files) => offerFiles(files, t));
  return (
    <>
      {dragging ? (
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
