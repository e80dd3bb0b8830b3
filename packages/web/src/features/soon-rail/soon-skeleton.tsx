"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import styles from "./soon-list.module.css";

const widths = [
  [92, 145],
  [76, 108],
  [92, 124],
  [114, 155],
  [84, 130],
  [106, 96],
  [92, 148],
  [78, 118],
] as const;

/** The spine before anything is known to hang on it. */
export const SoonSkeleton = () => (
  <div className={styles.skeleton} aria-hidden>
    {widths.map(([first, second]) => (
      <p key={first * second}>
        <i style={{ width: first }} />
        <i style={{ width: second }} />
        <i style={{ width: 80 }} />
      </p>
    ))}
  </div>
);
