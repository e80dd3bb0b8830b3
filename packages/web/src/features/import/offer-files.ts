import type { Messages } from "../../i18n/messages.ts";
import { addToast } from "../../ui/overlays/toasts.ts";
import { code } from "../../ui/part.tsx";

const withFlow = code(() => import("./import-flow.ts"));

/** Begins an import with files that were chosen or dropped. */
export function offerFiles(files: readonly File[], t: Messages): void {
  if (files.length === 0) return;
  withFlow(
    (flow) => void flow.offerFiles(files),
    () => addToast({ message: t("error.unreachable") }),
  );
}
