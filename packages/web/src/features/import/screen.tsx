import { useMessages } from "../../i18n/messages.ts";
import { part } from "../../ui/part.tsx";
import { useFileDrag } from "./file-drag.ts";
import { offerFiles } from "./offer-files.ts";

const importDrop = part(() => import("./import-drop.tsx").then((it) => it.ImportDrop));

/** Accepts calendar files dropped anywhere on the page, and shows their import. A page has one of these. */
export function ImportDrop({ accountId }: { readonly accountId: string }) {
  const t = useMessages();
  const isDragging = useFileDrag((files) => offerFiles(files, t));
  return <importDrop.Soon accountId={accountId} isDragging={isDragging} />;
}

export { chooseCalendarFiles, chooseImportFiles } from "./choose-files.ts";
