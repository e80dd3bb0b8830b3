import { lazy } from "react";
import { loadSession } from "../../store/session.ts";
import { UnreachablePanel } from "./components/unreachable-panel.tsx";
import styles from "./unreachable.module.css";

/** Nothing could be shown, because the server did not say who is signed in. */
export function Unreachable() {
  return (
    <main className={styles.whole}>
      <UnreachablePanel onRetry={() => void loadSession()} />
    </main>
  );
}

export { Frame } from "./components/frame.tsx";
export { OfflineBanner } from "./components/offline-banner.tsx";
export { Toolbar } from "./components/toolbar.tsx";
export { DayStrip } from "./components/day-strip.tsx";
export { PhoneFrame } from "./components/phone-frame.tsx";
export { usePreferences } from "./use-preferences.ts";
export type { PhoneTab } from "./components/phone-frame.tsx";

/** Loaded when it is opened. */
export const MoreSheet = lazy(() =>
  import("./components/more-sheet.tsx").then((module) => ({ default: module.MoreSheet })),
);
export { UnreachablePanel } from "./components/unreachable-panel.tsx";
