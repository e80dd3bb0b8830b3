import { lazy } from "react";
import { afterFirstPage } from "../../ui/after-first-page.ts";
import { loadSession } from "../../store/session.ts";
import { UnreachablePanel } from "./unreachable-panel.tsx";
import styles from "./unreachable.module.css";

/** Nothing could be shown, because the server did not say who is signed in. */
export function Unreachable() {
  return (
    <main className={styles.whole}>
      <UnreachablePanel onRetry={() => void loadSession()} />
    </main>
  );
}

export { Frame } from "./frame.tsx";
export { Toolbar } from "./toolbar.tsx";

/** Here before the first minute without a network is over. */
export const OfflineBanner = lazy(() =>
  afterFirstPage(() => import("./offline-banner.tsx")).then((module) => ({
    default: module.OfflineBanner,
  })),
);

/** Loaded when it is opened. */
export const MoreSheet = lazy(() =>
  import("./more-sheet.tsx").then((module) => ({ default: module.MoreSheet })),
);
export { UnreachablePanel } from "./unreachable-panel.tsx";
