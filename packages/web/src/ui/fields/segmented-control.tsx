"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import { useId, type ReactNode } from "react";
import styles from "./segmented-control.module.css";

interface Segment<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
}

interface SegmentedControlProps<T extends string> {
  /** accessible name of the whole choice */
  readonly label: string;
  readonly segments: readonly Segment<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  /** track: grey groove with a raised choice (views, themes); answer: joined outlined buttons (Yes, Maybe, No) */
  readonly look?: "track" | "answer";
  readonly size?: 28 | 34;
}

/** One of a few. Radio buttons underneath: one tab stop, arrows choose. */
export function SegmentedControl<T extends string>(props: SegmentedControlProps<T>) {
  const { label, segments, value, onChange, look = "track", size = 28 } = props;
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles[look]} data-size={size}>
      {segments.map((segment) => (
        <label key={segment.value} className={styles.segment}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
          />
          {segment.label}
        </label>
      ))}
    </div>
  );
}
