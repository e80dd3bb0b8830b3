"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import styles from "./empty-horizon.module.css";

const bars = [
  [48, 40, 5],
  [87, 35, 5],
  [122, 29, 4.5],
  [150, 23, 4],
  [174, 18, 3.5],
  [193, 14, 3],
  [208, 10, 2.6],
] as const;

/** The empty horizon: the mark of loading and error pages. */
export function EmptyHorizon({ lit = false }: { readonly lit?: boolean }) {
  return (
    <svg
      width="216"
      height="56"
      viewBox="0 0 216 56"
      aria-hidden
      className={styles.horizon}
      data-lit={lit || undefined}
    >
      <rect x="0" y="0" width="9" height="56" rx="4.5" className={styles.now} />
      {bars.map(([x, height, width]) => (
        <rect
          key={x}
          x={x}
          y={28 - height / 2}
          width={width}
          height={height}
          rx={width / 2}
          className={styles.bar}
        />
      ))}
    </svg>
  );
}
