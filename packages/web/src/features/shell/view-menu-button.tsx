"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import { ChevronDown } from "lucide-react";
import { useRef, useState } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { part } from "../../ui/part.tsx";
import type { ViewMenuProps } from "./view-menu.tsx";
import styles from "./view-menu.module.css";

const menu = part(() => import("./view-menu.tsx").then((it) => it.ViewMenu));

/** Stands beside the permanent views; its menu has the others. */
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
        onClick={() => setOpen(true)}
      >
        <ChevronDown size={16} strokeWidth={1.7} />
      </button>
      {isOpen ? <menu.Component {...props} anchor={button} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
