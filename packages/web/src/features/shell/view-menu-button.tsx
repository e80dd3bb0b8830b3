"use no memo"; // Drawn anew only when it has changed: remembering its parts weighs more than it saves.
import { ChevronDown } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { useMessages } from "../../i18n/messages.ts";
import type { ViewMenuProps } from "./view-menu.tsx";
import styles from "./view-menu.module.css";

const load = () => import("./view-menu.tsx");
const ViewMenu = lazy(() => load().then((module) => ({ default: module.ViewMenu })));

/** Beside the views there are always: its menu has the others, and is fetched when it is pressed. */
export function ViewMenuButton(props: Omit<ViewMenuProps, "anchor" | "onClose">) {
  const t = useMessages();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={t("view.more")}
        title={t("view.more")}
        onPointerEnter={() => void load()}
        onClick={() => setOpen(true)}
      >
        <ChevronDown size={16} strokeWidth={1.7} />
      </button>
      {isOpen ? (
        <Suspense>
          <ViewMenu {...props} anchor={button} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
