"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import { PanelLeft, X } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Wordmark } from "../../ui/mark.tsx";
import { SkipLink } from "../../ui/skip-link.tsx";
import styles from "./frame.module.css";

interface FrameProps {
  readonly sidebar: ReactNode;
  readonly isSidebarOpen: boolean;
  /** the window is too narrow for both: the sidebar lies over the rest, which waits until it is closed */
  readonly isDrawer: boolean;
  readonly onFoldSidebar: () => void;
  readonly toolbar: ReactNode;
  readonly banner: ReactNode;
  readonly children: ReactNode;
  /** rail or editor */
  readonly side: ReactNode;
}

/** The frame of the desktop: sidebar, toolbar, view, rail. Panels have no shadow, only a hairline. */
export function Frame(props: FrameProps) {
  const t = useMessages();
  const { isSidebarOpen, isDrawer, onFoldSidebar } = props;
  const fold = useRef<HTMLButtonElement>(null);
  const isCovered = isDrawer && isSidebarOpen;
  useEffect(() => {
    if (isCovered) fold.current?.focus();
  }, [isCovered]);
  useEffect(() => {
    if (!isCovered) return undefined;
    // A menu of the sidebar that closes by Escape has handled the key.
    const close = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && !event.defaultPrevented) onFoldSidebar();
    };
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [isCovered, onFoldSidebar]);
  return (
    <div className={styles.frame}>
      <SkipLink to="calendar">{t("shell.skip")}</SkipLink>
      {isSidebarOpen ? (
        <nav aria-label={t("sidebar.label")} className={isDrawer ? styles.drawer : styles.side}>
          <div className={styles.brand}>
            <Wordmark />
            <IconButton
              ref={fold}
              label={t("shell.foldSidebar")}
              title={`${t("shell.foldSidebar")} [`}
              aria-keyshortcuts="["
              onClick={onFoldSidebar}
            >
              {isDrawer ? <X size={18} strokeWidth={1.6} /> : <PanelLeft size={16} strokeWidth={1.6} />}
            </IconButton>
          </div>
          {props.sidebar}
        </nav>
      ) : null}
      {isCovered ? (
        <button type="button" tabIndex={-1} aria-hidden className={styles.scrim} onClick={onFoldSidebar} />
      ) : null}
      <div className={styles.main} inert={isCovered} data-page-place>
        {props.toolbar}
        {props.banner}
        <div className={styles.content}>
          {props.children}
          {props.side}
        </div>
      </div>
    </div>
  );
}
