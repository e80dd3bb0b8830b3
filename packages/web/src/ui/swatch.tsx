"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import styles from "./swatch.module.css";

interface SwatchProps {
  /** one of the twelve calendar colours */
  readonly colour: string;
  /** only the edge: hidden, or not yet answered */
  readonly hollow?: boolean;
  readonly size?: 11 | 14;
}

/** The colour of a calendar. */
export const Swatch = ({ colour, hollow, size = 11 }: SwatchProps) => (
  <span
    aria-hidden
    className={styles.swatch}
    data-colour={colour}
    data-hollow={hollow || undefined}
    data-size={size}
  />
);
