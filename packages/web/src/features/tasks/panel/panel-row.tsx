import type { ReactNode } from "react";
import styles from "./task-panel.module.css";

/** A line of the panel: an icon for its subject, and its fields. */
export const PanelRow = ({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) => (
  <div className={styles.row}>
    <span className={styles.icon} aria-hidden>
      {icon}
    </span>
    <div className={styles.inner}>{children}</div>
  </div>
);

export const rowIcon = { size: 15, strokeWidth: 1.6 } as const;
