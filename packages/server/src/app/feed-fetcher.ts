import type { FeedError } from "@snart/calendar/jmap/feeds.ts";

/** What is asked for: an address that passed `feedUrl`, and what is known of it already. */
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

/** Fetches a feed from wherever it is, guarded; never throws for what the other side does. */
export type FeedFetcher = (request: FeedRequest) => Promise<FeedAnswer>;
