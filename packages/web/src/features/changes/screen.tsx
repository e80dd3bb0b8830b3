import { part } from "../../ui/part.tsx";
import { useRedoKey } from "./use-redo-key.ts";

const dialogs = part(() => import("./changes-under-way.tsx").then((it) => it.ChangesUnderWay));

/** What becomes of changes on their way, and the key that does again what was undone, which is heard from the start. */
export function ChangesUnderWay() {
  useRedoKey();
  return <dialogs.Soon />;
}

export { showChanges } from "./open-changes.ts";
