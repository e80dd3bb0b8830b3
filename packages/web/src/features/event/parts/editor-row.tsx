import type { ReactNode } from "react";
import styles from "./editor-row.module.css";

/** Shows a line of the editor: an icon for its subject, and its fields. */
export const EditorRow = ({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) => (
  <div className={styles.row}>
    <span className={styles.icon} aria-hidden>
      {icon}
    </span>
    <div className={styles.fields}>{children}</div>
  </div>
);

export const rowIcon = { size: 15, strokeWidth: 1.6 } as const;
