"use no memo"; // Drawn anew only when it has changed: remembering its parts weighs more than it saves.
import { ChevronDown } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import type { ViewMenuProps } from "./view-menu.tsx";
import styles from "./view-menu.module.css";

const load = () => import("./view-menu.tsx");
const ViewMenu = lazy(() => load().then((module) => ({ default: module.ViewMenu })));

/** Beside the views there are always: its menu has the others, and is fetched when it is pressed. */
export function ViewMenuButton(props: ViewMenuProps) {
  const t = useMessages();
  const [isWanted, setWanted] = useState(false);
  const button = (
    <button
      type="button"
      className={styles.button}
      aria-haspopup="menu"
      aria-expanded={false}
      aria-label={t("view.more")}
      title={t("view.more")}
      onPointerEnter={() => void load()}
      onClick={() => setWanted(true)}
    >
      <ChevronDown size={16} strokeWidth={1.7} />
    </button>
  );
  return isWanted ? (
    <Suspense fallback={button}>
      <ViewMenu {...props} />
    </Suspense>
  ) : (
    button
  );
}
