import type { Language } from "@snart/locales/language.ts";
import type { PublicFeed, PublicOccurrence } from "./read-feed.ts";

/** What the page asks of the worker that reads its calendar, each under a number of its own. */
export type FeedQuestion =
  | { readonly id: number; readonly kind: "read"; readonly text: string }
  | {
      readonly id: number;
      readonly kind: "find";
      readonly from: number;
      readonly to: number;
      readonly zone: string;
      readonly language: Language;
    };

/** What a calendar says of itself. */
export type FeedFacts = Omit<PublicFeed, "series">;

export type FeedAnswer =
  | { readonly id: number; readonly kind: "read"; readonly facts: FeedFacts }
  | { readonly id: number; readonly kind: "find"; readonly occurrences: readonly PublicOccurrence[] };
