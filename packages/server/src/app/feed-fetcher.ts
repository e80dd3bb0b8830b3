import type { FeedError } from "@snart/calendar/jmap/feeds.ts";

/** A request for a feed: an address that passed `feedUrl`, and the validators of the known copy. */
export interface FeedRequest {
  readonly url: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Bytes of the answer, unpacked. */
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

export type FeedAnswer =
  | {
      readonly kind: "read";
      readonly content: Uint8Array;
      readonly etag: string | null;
      readonly lastModified: string | null;
    }
  | { readonly kind: "unchanged" }
  | { readonly kind: "failed"; readonly error: FeedError };

/** Fetches a feed, guarded; never throws for the other side's behaviour. */
export type FeedFetcher = (request: FeedRequest) => Promise<FeedAnswer>;
