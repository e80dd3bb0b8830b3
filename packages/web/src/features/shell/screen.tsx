import { lazy } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { loadSession } from "../../store/session.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyHorizon } from "../../ui/empty-horizon.tsx";
import styles from "./unreachable.module.css";

/** Nothing could be shown, because the server did not say who is signed in. */
export function Unreachable() {
  const t = useMessages();
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <EmptyHorizon />
        <h1 className={styles.title}>{t("shell.unreachable.title")}</h1>
        <p className={styles.body}>{t("shell.unreachable.body", { host: location.host })}</p>
        <Button look="primary" size={36} onClick={() => void loadSession()}>
          {t("shell.unreachable.again")}
        </Button>
      </div>
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
