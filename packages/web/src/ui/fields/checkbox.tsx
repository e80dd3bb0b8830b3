import type { ComponentProps, ReactNode } from "react";
import styles from "./checkbox.module.css";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "onChange" | "children"> {
  readonly children: ReactNode;
  readonly onChange: (checked: boolean) => void;
  /** neither all nor none of what it stands for: a dash */
  readonly isMixed?: boolean;
}

/** A checkbox with its label, both of which can be pressed. */
export function Checkbox({ children, onChange, className, isMixed = false, ...rest }: CheckboxProps) {
  return (
    <label className={[styles.row, className].filter(Boolean).join(" ")}>
      <input
        {...rest}
        ref={(box) => {
          if (box) box.indeterminate = isMixed;
        }}
        type="checkbox"
        className={styles.box}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
