import { SoonHorizon } from "./horizon.tsx";
import list from "../../grid/spine/spine.module.css";
import styles from "./soon-page-skeleton.module.css";

/** px: how soon, and what */
const widths = [
  [124, 210],
  [96, 150],
  [112, 178],
  [132, 240],
  [104, 164],
  [120, 132],
  [96, 226],
  [128, 186],
  [108, 148],
] as const;

const nothing = () => {};

/** The page before anything is known to stand on it: the horizon with its lamp is known, the lead and the rows are not. */
export const SoonPageSkeleton = () => (
  <>
    <i className={styles.lead} aria-hidden />
    <SoonHorizon items={[]} address="" onPick={nothing} />
    <div className={list.list} aria-hidden>
      {widths.map(([soon, title]) => (
        <p key={soon * title} className={styles.row}>
          <i className={styles.soon} style={{ width: soon }} />
          <i className={styles.time} style={{ maxWidth: 72 }} />
          <i className={styles.title} style={{ width: title }} />
          <i className={styles.whose} />
        </p>
      ))}
    </div>
  </>
);
