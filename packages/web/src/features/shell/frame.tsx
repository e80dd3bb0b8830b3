"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import { PanelLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Wordmark } from "../../ui/mark.tsx";
import { SkipLink } from "../../ui/skip-link.tsx";
import styles from "./frame.module.css";

interface FrameProps {
  readonly sidebar: ReactNode;
  readonly isSidebarOpen: boolean;
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
  const { isSidebarOpen, onFoldSidebar } = props;
  return (
    <div className={styles.frame} data-sidebar={isSidebarOpen ? "open" : "folded"}>
      <SkipLink to="calendar">{t("shell.skip")}</SkipLink>
      {isSidebarOpen ? (
        <nav aria-label={t("sidebar.label")} className={styles.side}>
          <div className={styles.brand}>
            <Wordmark />
            <IconButton
              label={t("shell.foldSidebar")}
              title={`${t("shell.foldSidebar")} [`}
              aria-keyshortcuts="["
              onClick={onFoldSidebar}
            >
              <PanelLeft size={16} strokeWidth={1.6} />
            </IconButton>
          </div>
          {props.sidebar}
        </nav>
      ) : null}
      <div className={styles.main}>
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
