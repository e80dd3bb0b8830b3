import { useCalendarSnapshot } from "../../../store/calendar-context.tsx";
import { showChanges, useShownChanges } from "../open-changes.ts";
import { useRedoKey } from "../use-redo-key.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { WaitingDialog } from "./waiting-dialog.tsx";

/** What becomes of changes on their way: those that wait, those that need an answer, and doing again what was undone. */
export function ChangesUnderWay() {
  useRedoKey();
  const shown = useShownChanges();
  const { conflicts } = useCalendarSnapshot();
  const [first] = conflicts;
  const close = (): void => showChanges(null);
  if (shown === "waiting") return <WaitingDialog onClose={close} />;
  return shown === "conflicts" && first ? (
    <ConflictDialog key={first.id} open={first} more={conflicts.length - 1} onClose={close} />
  ) : null;
}
