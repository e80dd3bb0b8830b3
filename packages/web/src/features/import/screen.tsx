import { useMessages, type Messages } from "../../i18n/messages.ts";
import { addToast } from "../../ui/overlays/toasts.ts";
import { code, part } from "../../ui/part.tsx";
import { useFileDrag } from "./file-drag.ts";
import styles from "./screen.module.css";

const withFlow = code(() => import("./import-flow.ts"));
const importOverlay = part(() => import("./import-overlay.tsx").then((it) => it.ImportOverlay));

/** Begins an import with files that were chosen or dropped. */
function offerFiles(files: readonly File[], t: Messages): void {
  if (files.length === 0) return;
  withFlow(
    (flow) => void flow.offerFiles(files),
    () => addToast({ message: t("error.unreachable") }),
  );
}

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
      <importOverlay.Soon accountId={accountId} />
    </>
  );
}

/** Opens the system's file chooser and begins an import with the chosen files. */
export function chooseImportFiles(t: Messages): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.accept = ".ics,.ical,.icalendar,.ifb,.zip,text/calendar,application/zip";
  input.addEventListener("change", () => offerFiles([...(input.files ?? [])], t));
  input.click();
}
