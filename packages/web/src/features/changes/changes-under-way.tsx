import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import { showChanges, useShownChanges } from "./open-changes.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { WaitingDialog } from "./waiting-dialog.tsx";

/** The state of changes on their way: those that wait, and those that need an answer. */
export function ChangesUnderWay() {
  const shown = useShownChanges();
  const { conflicts } = useCalendarSnapshot();
  const [first] = conflicts;
  const close = (): void => showChanges(null);
  if (shown === "waiting") return <WaitingDialog onClose={close} />;
  return shown === "conflicts" && first ? (
    <ConflictDialog key={first.id} open={first} more={conflicts.length - 1} onClose={close} />
  ) : null;
}
