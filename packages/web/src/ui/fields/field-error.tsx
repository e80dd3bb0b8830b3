import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./text-field.module.css";

/** The error sentence under a field; announced when it appears. */
export function FieldError({
  id,
  children,
}: {
  readonly id?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <p id={id} className={styles.error} role="alert">
      <CircleAlert size={15} strokeWidth={1.8} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
