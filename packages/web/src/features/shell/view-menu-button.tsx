"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import { ChevronDown } from "lucide-react";
import { useRef, useState } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { part } from "../../ui/part.tsx";
import type { ViewMenuProps } from "./view-menu.tsx";
import styles from "./view-menu.module.css";

const menu = part(() => import("./view-menu.tsx").then((it) => it.ViewMenu));

interface ViewMenuButtonProps extends Omit<ViewMenuProps, "anchor" | "onClose"> {
  /** the name of the view on screen, if it stands in the menu alone */
  readonly shown?: string | undefined;
}

/** Stands beside the permanent views, and its menu has the others; or stands alone with the name of the view, and its menu has all. */
export function ViewMenuButton(props: ViewMenuButtonProps) {
  const t = useMessages();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { views, shown } = props;
  const name = shown === undefined ? t("view.more") : `${t("shell.view")}: ${shown}`;
  return (
    <>
      <button
        ref={button}
        type="button"
        className={views ? styles.named : styles.button}
        data-shown={shown !== undefined || undefined}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={name}
        title={name}
        onClick={() => setOpen(true)}
      >
        {views ? shown : null}
        <ChevronDown size={16} strokeWidth={1.7} />
      </button>
      {isOpen ? <menu.Component {...props} anchor={button} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
