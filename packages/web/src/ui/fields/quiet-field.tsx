import type { ComponentProps } from "react";
import styles from "./quiet-field.module.css";

/** A field without an edge, for panels with many fields; give it an `aria-label`. */
export const QuietField = (props: ComponentProps<"input"> & { readonly "aria-label": string }) => (
  <input autoComplete="off" {...props} className={styles.text} />
);

/** The same with many lines; grows with its text. */
export const QuietArea = (props: ComponentProps<"textarea"> & { readonly "aria-label": string }) => (
  <textarea rows={3} {...props} className={styles.area} />
);
