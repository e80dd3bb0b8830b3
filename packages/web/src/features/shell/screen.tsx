import { part } from "../../ui/part.tsx";
import { loadSession, useSessionState } from "../../store/session.ts";
import { UnreachablePanel } from "./unreachable-panel.tsx";
import styles from "./unreachable.module.css";

/** Nothing could be shown, because the server did not say who is signed in. */
export function Unreachable() {
  const state = useSessionState();
  return (
    <main className={styles.full}>
      <UnreachablePanel
        problem={state.status === "failed" ? state.problem : null}
        onRetry={() => void loadSession()}
      />
    </main>
  );
}

export { Frame } from "./frame.tsx";
export { Toolbar } from "./toolbar.tsx";

/** Here before the first minute without a network is over. */
export const { Soon: OfflineBanner } = part(() =>
  import("./offline-banner.tsx").then((it) => it.OfflineBanner),
);

export const { Component: MoreSheet } = part(() => import("./more-sheet.tsx").then((it) => it.MoreSheet));
export { UnreachablePanel } from "./unreachable-panel.tsx";
