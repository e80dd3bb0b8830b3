import type { Warmth } from "../../ui/distance/distance.tsx";
import type { Part } from "./streams.ts";

/** One line of what was found. */
export interface Hit {
  readonly key: string;
  readonly part: Part;
  /** how far from now, ms; what has no time comes last */
  readonly farness: number;
  /** null: it has no time */
  readonly distance: { readonly text: string; readonly warmth: Warmth } | null;
  readonly when: string;
  readonly title: string;
  readonly place: string;
  /** whose calendar; nothing for days of the almanac */
  readonly calendar: string;
  readonly colour: string | null;
  readonly isHollow: boolean;
  /** the page on which it is opened */
  readonly path: string;
}

/** The hits of a part that may be shown, nearest first: none from beyond what is known of the part. */
export const hitsOfPart = (hits: readonly Hit[], part: Part, known: number): readonly Hit[] =>
  hits.filter((it) => it.part === part && it.farness <= known).toSorted((a, b) => a.farness - b.farness);
