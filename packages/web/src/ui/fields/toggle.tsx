import type { ComponentProps } from "react";
import styles from "./toggle.module.css";

interface ToggleProps extends Omit<ComponentProps<"input">, "type" | "onChange"> {
  /** accessible name; leave out when a visible label points at the id */
  readonly label?: string;
  readonly onChange: (on: boolean) => void;
}

/** An on/off switch that takes effect at once. */
export function Toggle({ label, onChange, className, ...rest }: ToggleProps) {
  return (
    <input
      {...rest}
      type="checkbox"
      role="switch"
      aria-checked={rest.checked ?? false}
      aria-label={label}
      className={[styles.toggle, className].filter(Boolean).join(" ")}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
