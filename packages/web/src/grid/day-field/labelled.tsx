import type { ReactNode } from "react";
import styles from "./labelled.module.css";

interface LabelledProps {
  /** what the fields say of themselves to who does not see it */
  readonly label: string;
  readonly children: ReactNode;
}

/** Fields of a day or time beneath their label, in a form: they have the edge and height of the fields around them. */
export const Labelled = ({ label, children }: LabelledProps) => (
  <div className={styles.labelled}>
    <span aria-hidden>{label}</span>
    {children}
  </div>
);
