"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import type { ComponentProps } from "react";
import styles from "./distance.module.css";

/** 1 within the hour or running, 2 within a day, 3 within a week, 4 later; `past` has ended (docs/design.md §2.3). */
export type Warmth = 1 | 2 | 3 | 4 | "past";

export interface DistanceProps extends ComponentProps<"time"> {
  /** the words, from the domain's `distance` */
  readonly text: string;
  readonly warmth?: Warmth | undefined;
  /** the full date, shown as a tip */
  readonly title?: string;
  /** inherit: the surrounding element sets the size to its own times 1.09 */
  readonly size?: "inherit" | 12 | 13 | 14 | 15 | 16 | 19 | 25 | 54;
}

/** The distance voice: the serif italic that says how soon, and is used for nothing else. */
export function DistanceText({ text, warmth, size = "inherit", className, ...rest }: DistanceProps) {
  const names = [styles.distance, className].filter(Boolean).join(" ");
  return (
    <time {...rest} className={names} data-warmth={warmth} data-size={size}>
      {text}
    </time>
  );
}
