"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import styles from "./mark.module.css";

/** The horizon: bars that close in on a vanishing point. */
export function Mark({ size = 18, isPlain = false }: { readonly size?: number; readonly isPlain?: boolean }) {
  return (
    <svg
      viewBox="0 0 38 34"
      width={(size * 38) / 34}
      height={size}
      aria-hidden
      className={isPlain ? styles.plain : styles.mark}
    >
      <rect x="1" y="0" width="7.6" height="34" rx="3.8" className={styles.lamp} />
      <rect x="14.7" y="5.2" width="5" height="23.4" rx="2.5" />
      <rect x="24.6" y="9.4" width="4" height="15" rx="2" />
      <rect x="32.2" y="12.6" width="3.2" height="8.6" rx="1.6" />
    </svg>
  );
}

/** Mark and name together. */
export function Wordmark({ size = 19 }: { readonly size?: 19 | 26 }) {
  return (
    <span className={styles.wordmark} data-size={size}>
      <Mark size={size - 2} />
      snart
    </span>
  );
}
