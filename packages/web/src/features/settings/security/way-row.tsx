import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import styles from "../devices/device-row.module.css";

interface WayRowProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly help: ReactNode;
  /** how it stands, before the buttons */
  readonly state?: ReactNode;
  readonly children: ReactNode;
}

/** One way of signing in, or one step of it. */
export const WayRow = ({ icon: Icon, name, help, state, children }: WayRowProps) => (
  <li className={styles.row}>
    <Icon size={17} strokeWidth={1.6} aria-hidden className={styles.icon} />
    <span className={styles.words}>
      <span className={styles.name}>{name}</span>
      <span className={styles.program}>{help}</span>
    </span>
    <span className={styles.seen}>{state}</span>
    <span className={styles.ends}>{children}</span>
  </li>
);
