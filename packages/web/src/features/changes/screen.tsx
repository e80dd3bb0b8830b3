import { Suspense, useEffect } from "react";
import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import { afterFirstPage } from "../../ui/after-first-page.ts";
import { part } from "../../ui/part.tsx";
import { showChanges, useShownChanges } from "./open-changes.ts";
import { useRedoKey } from "./use-redo-key.ts";

const Conflict = part(() =>
  import("./components/conflict-dialog.tsx").then(({ ConflictDialog }) => ConflictDialog),
);
const Waiting = part(() =>
  import("./components/waiting-dialog.tsx").then(({ WaitingDialog }) => WaitingDialog),
);

/** What sends changes, and what tells of them while they cannot be sent: without a network none of it can be fetched. */
const neededOffline = () =>
  Promise.all([
    import("../../store/queue/change-sender.ts"),
    import("../../api/write-items.ts"),
    Conflict.fetch(),
    Waiting.fetch(),
  ]);

/** What becomes of changes on their way: those that wait, those that need an answer, and doing again what was undone. */
export function ChangesUnderWay() {
  useRedoKey();
  useEffect(() => void afterFirstPage(neededOffline), []);
  const shown = useShownChanges();
  const { conflicts } = useCalendarSnapshot();
  const [first] = conflicts;
  const close = (): void => showChanges(null);
  return (
    <Suspense>
      {shown === "waiting" ? <Waiting.Component onClose={close} /> : null}
      {shown === "conflicts" && first ? (
        <Conflict.Component key={first.id} open={first} more={conflicts.length - 1} onClose={close} />
      ) : null}
    </Suspense>
  );
}

export { showChanges } from "./open-changes.ts";
