import { lazy, Suspense, useEffect } from "react";
import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import { afterFirstPage } from "../../ui/after-first-page.ts";
import { showChanges, useShownChanges } from "./open-changes.ts";
import { useRedoKey } from "./use-redo-key.ts";

const ConflictDialog = lazy(() =>
  import("./components/conflict-dialog.tsx").then((module) => ({ default: module.ConflictDialog })),
);
const WaitingDialog = lazy(() =>
  import("./components/waiting-dialog.tsx").then((module) => ({ default: module.WaitingDialog })),
);

/** What sends them: here before the first minute without a network is over. */
const sending = () =>
  Promise.all([import("../../store/queue/change-sender.ts"), import("../../api/write-items.ts")]);

/** What becomes of changes on their way: those that wait, those that need an answer, and doing again what was undone. */
export function ChangesUnderWay() {
  useRedoKey();
  useEffect(() => void afterFirstPage(sending), []);
  const shown = useShownChanges();
  const { conflicts } = useCalendarSnapshot();
  const [first] = conflicts;
  const close = (): void => showChanges(null);
  return (
    <Suspense>
      {shown === "waiting" ? <WaitingDialog onClose={close} /> : null}
      {shown === "conflicts" && first ? (
        <ConflictDialog key={first.id} open={first} more={conflicts.length - 1} onClose={close} />
      ) : null}
    </Suspense>
  );
}

export { showChanges } from "./open-changes.ts";
