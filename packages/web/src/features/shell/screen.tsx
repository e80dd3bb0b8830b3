import { lazy } from "react";
import { afterFirstPage } from "../../ui/after-first-page.ts";
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
export { Toolbar } from "./components/toolbar.tsx";

/** Here before the first minute without a network is over. */
export const OfflineBanner = lazy(() =>
  afterFirstPage(() => import("./components/offline-banner.tsx")).then((module) => ({
    default: module.OfflineBanner,
  })),
);

/** Loaded when it is opened. */
export const MoreSheet = lazy(() =>
  import("./components/more-sheet.tsx").then((module) => ({ default: module.MoreSheet })),
);
export { UnreachablePanel } from "./components/unreachable-panel.tsx";
