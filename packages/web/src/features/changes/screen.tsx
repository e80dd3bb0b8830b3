import { part } from "../../ui/part.tsx";
import { useRedoKey } from "./use-redo-key.ts";

const dialogs = part(() => import("./changes-under-way.tsx").then((it) => it.ChangesUnderWay));

/** The state of changes on their way, and the redo key, which works from the start. */
export function ChangesUnderWay() {
  useRedoKey();
  return <dialogs.Soon />;
}

export { showChanges } from "./open-changes.ts";
