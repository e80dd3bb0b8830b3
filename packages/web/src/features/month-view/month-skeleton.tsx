import type { CSSProperties } from "react";
import styles from "./month-skeleton.module.css";

/** Week, column, row and length of what an ordinary month holds. */
const bars = [
  [0, 2, 0, 1],
  [0, 4, 0, 1],
  [1, 0, 0, 1],
  [1, 1, 0, 1],
  [1, 1, 1, 1],
  [1, 3, 0, 2],
  [2, 1, 0, 3],
  [2, 0, 0, 1],
  [2, 5, 0, 1],
  [3, 2, 0, 1],
  [3, 3, 0, 1],
  [3, 4, 0, 3],
  [4, 0, 0, 3],
  [4, 0, 1, 1],
  [4, 1, 1, 1],
  [4, 3, 0, 2],
  [4, 3, 1, 1],
  [4, 5, 0, 1],
  [5, 1, 0, 1],
  [5, 4, 0, 1],
] as const;

/** Placeholders for events. Dates and week numbers are known and need none. */
export const MonthSkeleton = () => (
  <div className={styles.skeleton} aria-hidden>
    {bars.map(([week, column, row, length]) => (
      <span
        key={`${week} ${column} ${row}`}
        style={{ "--week": week, "--column": column, "--row": row, "--length": length } as CSSProperties}
      />
    ))}
  </div>
);
