import { useMessages, type MessageKey } from "../../i18n/messages.ts";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { closeImport, type ImportFlow } from "./import-flow.ts";
import { outcomeOf } from "./import-files.ts";
import { ChooseTarget } from "./choose-target.tsx";
import styles from "./import-dialog.module.css";
import { ImportProgress } from "./import-progress.tsx";
import { ImportReport } from "./import-report.tsx";

/** Shows every step of an import, from the files to the report, in one dialog. */
export function ImportDialog({ accountId, flow }: { readonly accountId: string; readonly flow: ImportFlow }) {
  const t = useMessages();
  return (
    <Dialog title={t(titleOf(flow))} isOpen onClose={closeImport} width={560}>
      {flow.kind === "reading" ? <p className={styles.quiet}>{t("import.reading")}</p> : null}
      {flow.kind === "choosing" ? (
        <ChooseTarget
          accountId={accountId}
          candidates={flow.candidates}
          passedOver={flow.passedOver}
          limit={flow.limit}
        />
      ) : null}
      {flow.kind === "running" ? <ImportProgress files={flow.files} /> : null}
      {flow.kind === "finished" ? (
        <ImportReport
          accountId={accountId}
          files={flow.files}
          passedOver={flow.passedOver}
          undo={flow.undo}
        />
      ) : null}
    </Dialog>
  );
}

const outcomeTitles = {
  done: "import.titleDone",
  partly: "import.titlePartly",
  failed: "import.titleFailed",
} as const satisfies Record<string, MessageKey>;

function titleOf(flow: ImportFlow): MessageKey {
  if (flow.kind === "running") return "import.titleRunning";
  if (flow.kind !== "finished") return "import.title";
  return flow.undo.kind === "done" ? "import.titleUndone" : outcomeTitles[outcomeOf(flow.files)];
}
