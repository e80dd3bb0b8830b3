"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import type { CSSProperties } from "react";
import styles from "./grid-skeleton.module.css";

/** Column, hour, length: an ordinary week. */
const blocks = [
  [0, 8.5, 0.5],
  [0, 10, 1.5],
  [0, 13, 0.75],
  [0, 16, 3],
  [1, 8.5, 0.5],
  [1, 9.5, 2.5],
  [1, 12.25, 0.75],
  [1, 17, 1.5],
  [2, 9, 3],
  [2, 12, 1],
  [2, 18, 2],
  [3, 7.35, 4.5],
  [3, 13.5, 2.5],
  [3, 18.5, 2],
  [4, 8.5, 0.5],
  [4, 9.5, 1.5],
  [4, 13.1, 4.4],
  [4, 18.5, 1.5],
  [5, 9.5, 2.5],
  [5, 14, 2],
  [5, 18, 3],
  [6, 8.5, 1.5],
  [6, 11, 1.5],
  [6, 16, 1.5],
] as const;

/** Placeholders for events. Dates, hours and the now line are known and need none. */
export const GridSkeleton = ({ columns }: { readonly columns: number }) => (
  <div className={styles.skeleton} aria-hidden>
    {blocks
      .filter(([column]) => column < columns)
      .map(([column, from, hours]) => (
        <span
          key={`${column} ${from}`}
          style={{ "--column": column, "--from": from, "--hours": hours } as CSSProperties}
        />
      ))}
  </div>
);
