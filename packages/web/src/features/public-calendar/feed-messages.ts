import type { PublicOccurrence } from "./read-feed.ts";

/** What the page asks of the worker that reads its calendar, each under a number of its own. */
export type FeedQuestion =
  | { readonly id: number; readonly kind: "read"; readonly text: string }
  | {
      readonly id: number;
      readonly kind: "find";
      readonly from: number;
      readonly to: number;
      readonly zone: string;
    };

/** What a calendar says of itself. */
export interface FeedFacts {
  readonly name: string;
  readonly colour: string | null;
}

export type FeedAnswer =
  | { readonly id: number; readonly kind: "read"; readonly facts: FeedFacts }
  | { readonly id: number; readonly kind: "find"; readonly occurrences: readonly PublicOccurrence[] };
