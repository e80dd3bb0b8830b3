"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import { ChevronDown } from "lucide-react";
import { useId, type ComponentProps, type ReactNode } from "react";
import styles from "./select.module.css";

export interface SelectOption<T extends string = string> {
  readonly value: T;
  readonly label: string;
}

interface SelectProps<T extends string> extends Omit<
  ComponentProps<"select">,
  "onChange" | "children" | "value"
> {
  readonly label: string;
  readonly options: readonly SelectOption<T>[];
  readonly value?: T;
  readonly onChange: (value: T) => void;
  readonly hideLabel?: boolean;
  /** quiet: filled without an edge, as in the editor; field: outlined, as in forms */
  readonly look?: "field" | "quiet";
  /** before the chosen text, such as a swatch */
  readonly start?: ReactNode;
}

/** One of many. The platform's own list, which every phone and screen reader knows. */
export function Select<T extends string>({
  label,
  options,
  onChange,
  hideLabel,
  look = "field",
  start,
  className,
  id,
  ...rest
}: SelectProps<T>) {
  const made = useId();
  return (
    <div className={[styles.field, className].filter(Boolean).join(" ")}>
      <label htmlFor={id ?? made} className={hideLabel ? "visually-hidden" : styles.label}>
        {label}
      </label>
      <span className={styles.box} data-look={look}>
        {start}
        <select
          {...rest}
          id={id ?? made}
          className={styles.select}
          onChange={(event) => onChange(event.currentTarget.value as T)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown size={15} strokeWidth={1.7} aria-hidden className={styles.arrow} />
      </span>
    </div>
  );
}
