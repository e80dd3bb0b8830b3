import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import { useEffect, useEffectEvent, useRef } from "react";
import { closePassingToasts } from "../../ui/overlays/toasts.ts";
import { showChanges, useShownChanges } from "./open-changes.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { WaitingDialog } from "./waiting-dialog.tsx";

/** So soon after a change (ms) a conflict is still what the person is busy with. */
const JUST_NOW = 10_000;

/** The state of changes on their way: those that wait, and those that need an answer. */
export function ChangesUnderWay() {
  const shown = useShownChanges();
  const { conflicts, isOnline } = useCalendarSnapshot();
  const lastAway = useRef(0);
  const [first] = conflicts;
  useEffect(() => {
    if (isOnline) return undefined;
    return () => {
      lastAway.current = Date.now();
    };
  }, [isOnline]);
  const ask = useEffectEvent(() => {
    const isJustMade = first && first.since > Math.max(lastAway.current, Date.now() - JUST_NOW);
    if (!isJustMade || !document.hasFocus()) return;
    // The message that says “changed” is not true yet, and would lie over the question.
    closePassingToasts();
    showChanges("conflicts");
  });
  // Who has just saved is asked at once; what waited for the server is asked when the person wants it.
  useEffect(() => ask(), [first?.id]);
  const close = (): void => showChanges(null);
  if (shown === "waiting") return <WaitingDialog onClose={close} />;
  return shown === "conflicts" && first ? (
    <ConflictDialog key={first.id} open={first} more={conflicts.length - 1} onClose={close} />
  ) : null;
}
