import { useEffect } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { addToast } from "../../ui/overlays/toasts.ts";
import { takeBack, useImportFlow } from "./import-flow.ts";
import { totalsOf, undoableImports } from "./import-files.ts";
import { ImportDialog } from "./import-dialog.tsx";

/** Shows the import of this page, from the choice of a calendar to the report. */
export function ImportOverlay({ accountId }: { readonly accountId: string }) {
  const flow = useImportFlow();
  useFinishedToast(accountId);
  const open = flow.kind !== "idle" && !("hidden" in flow && flow.hidden);
  return open ? <ImportDialog accountId={accountId} flow={flow} /> : null;
}

/** Reports with a toast that an import is done whose dialog was closed. */
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
