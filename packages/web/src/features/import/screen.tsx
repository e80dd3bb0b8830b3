import { Suspense, lazy, useEffect } from "react";
import type { ReactNode } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { addToast } from "../../ui/toasts.ts";
import { useFileDrag } from "./file-drag.ts";
import { offerFiles, takeBack, useImportFlow } from "./import-flow.ts";
import { totalsOf, undoableImports } from "./model.ts";
import styles from "./screen.module.css";

const ImportDialog = lazy(() =>
  import("./components/import-dialog.tsx").then((module) => ({ default: module.ImportDialog })),
);

/**
 * Lets calendar files be dropped anywhere on what it holds, and shows the import that follows. Once per page, around
 * everything that somebody who is signed in sees.
 */
export function ImportDropZone({
  accountId,
  children,
}: {
  readonly accountId: string;
  readonly children: ReactNode;
}) {
  const t = useMessages();
  const flow = useImportFlow();
  const dragging = useFileDrag((files) => void offerFiles(files));
  useFinishedToast(accountId);
  const open = flow.kind !== "idle" && !("hidden" in flow && flow.hidden);
  return (
    <>
      {children}
      {dragging ? (
        <div className={styles.overlay} aria-hidden>
          <p className={styles.words}>
            {t("import.drop")}
            <span className={styles.help}>{t("import.dropHelp")}</span>
          </p>
        </div>
      ) : null}
      {open ? (
        <Suspense>
          <ImportDialog accountId={accountId} flow={flow} />
        </Suspense>
      ) : null}
    </>
  );
}

/** An import whose dialog was closed says when it is done. */
function useFinishedToast(accountId: string): void {
  const t = useMessages();
  const flow = useImportFlow();
  useEffect(() => {
    if (flow.kind !== "finished" || !flow.hidden) return;
    const { added, updated, unchanged } = totalsOf(flow.files);
    const undo = { label: t("import.undo"), run: () => void takeBack(accountId) };
    addToast({
      message: t("import.finishedToast", { count: added + updated + unchanged }),
      ...(undoableImports(flow.files).length > 0 ? { action: undo } : {}),
    });
  }, [flow, accountId, t]);
}

/** Opens the file chooser of the system and begins an import with what is chosen. */
export function chooseImportFiles(): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.accept = ".ics,.ical,.icalendar,.ifb,text/calendar";
  input.addEventListener("change", () => void offerFiles([...(input.files ?? [])]));
  input.click();
}
