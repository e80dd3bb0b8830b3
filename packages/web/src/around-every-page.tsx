import { ReminderCorner } from "./features/reminders/screen.tsx";
import { NewVersion } from "./new-version.tsx";
import { ToastRegion } from "./ui/overlays/toast-region.tsx";

/** What stands around every page, and nothing of the first one needs. */
export function AroundEveryPage() {
  return (
    <>
      <ToastRegion />
      <NewVersion />
      <ReminderCorner />
    </>
  );
}
