import type { ReactNode } from "react";
import styles from "./skip-link.module.css";

/** The first tab stop of a page: skips everything else, to an element with an id and a `tabIndex` of -1. */
export const SkipLink = ({ to, children }: { readonly to: string; readonly children: ReactNode }) => (
  <a href={`#${to}`} className={styles.skip}>
    {children}
  </a>
);
