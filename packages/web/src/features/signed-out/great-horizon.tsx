import styles from "./great-horizon.module.css";

/** Centre, height, width and calendar colour of each bar, as drawn in the pictures 11a and 11b. */
const bars = [
  [94.5, 154, 6.4, "lake"],
  [168, 135, 5.8, "cloudberry"],
  [232, 119, 5.2, "fjord"],
  [287, 105, 4.8, "spruce"],
  [336, 92, 4.4, "rust"],
  [377, 81, 4, "fjord"],
  [413.5, 71.5, 3.7, "heather"],
  [445, 63.5, 3.4, "moss"],
  [472.5, 57, 3.1, "lake"],
  [496, 51, 2.8, "fjord"],
  [516.5, 45.5, 2.5, "ice"],
  [534.5, 40.5, 2.3, "cloudberry"],
  [550, 36, 2.1, "lingon"],
] as const;

/** Time ahead, closing in on its vanishing point; the lamp is now. */
export function GreatHorizon() {
  return (
    <svg viewBox="0 0 552 222" aria-hidden data-great-horizon="" className={styles.horizon}>
      <rect x="8" y="0" width="16" height="222" rx="8" className={styles.now} />
      {bars.map(([x, height, width, colour]) => (
        <rect
          key={x}
          data-colour={colour}
          x={x - width / 2}
          y={111 - height / 2}
          width={width}
          height={height}
          rx={width / 2}
          className={styles.bar}
        />
      ))}
    </svg>
  );
}
