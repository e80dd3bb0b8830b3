import { Suspense, lazy, useEffect, useSyncExternalStore } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { addToast } from "../../ui/overlays/toasts.ts";
import { importBegun, offerFiles } from "./begin-import.ts";
import { useFileDrag } from "./file-drag.ts";
import styles from "./screen.module.css";

const ImportDesk = lazy(() => import("./import-desk.tsx").then((module) => ({ default: module.ImportDesk })));

export { forgetEarlyDrop } from "./file-drag.ts";

/** Lets calendar files be dropped anywhere on the page, and shows the import that follows. Once per page. */
export function ImportDrop({ accountId }: { readonly accountId: string }) {
  const t = useMessages();
  const begun = useSyncExternalStore(importBegun.subscribe, importBegun.get);
  const dragging = useFileDrag((files) => void offerFiles(files));
  useEffect(() => {
    if (begun !== "unreachable") return;
    importBegun.set("no");
    addToast({ message: t("error.unreachable") });
  }, [begun, t]);
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
      {begun === "yes" ? (
        <Suspense>
          <ImportDesk accountId={accountId} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Opens the file chooser of the system and begins an import with what is chosen. */
export function chooseImportFiles(): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.accept = ".ics,.ical,.icalendar,.ifb,.zip,text/calendar,application/zip";
  input.addEventListener("change", () => void offerFiles([...(input.files ?? [])]));
  input.click();
}
