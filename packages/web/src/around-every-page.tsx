import { BackFromProvider } from "./features/proof/back-from-provider.ts";
import { ReminderCorner } from "./features/reminders/screen.tsx";
import { NewVersion } from "./new-version.tsx";
import { ToastRegion } from "./ui/overlays/toast-region.tsx";

/** The parts around every page that the first one does not need. */
export function AroundEveryPage() {
  return (
    <>
      <ToastRegion />
      <NewVersion />
      <ReminderCorner />
      <BackFromProvider />
    </>
  );
}
