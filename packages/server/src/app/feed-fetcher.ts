import type { FeedError } from "@snart/calendar/jmap/feeds.ts";
import type { OtherCalendarRecord } from "@snart/calendar/jmap/import.ts";
import type { Result } from "@snart/calendar/result.ts";

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

/** A question of WebDAV (RFC 4918) to another server, at an address that passed `feedUrl`. */
export interface DavQuestion {
  readonly url: string;
  readonly method: "PROPFIND" | "REPORT";
  readonly depth: "0" | "1";
  /** XML */
  readonly body: string;
  readonly username: string;
  readonly password: string;
  /** Bytes of the answer, unpacked. */
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** How long nothing may come once the answer has begun; absent: as long as `timeoutMs`. */
  readonly silenceMs?: number;
}

export type DavAnswer =
  /** `url`: where it was answered, after redirects */
  | { readonly kind: "read"; readonly url: string; readonly content: Uint8Array }
  | { readonly kind: "failed"; readonly error: FeedError };

/** Asks another server, guarded; never throws for the other side's behaviour. */
export type DavAsker = (question: DavQuestion) => Promise<DavAnswer>;

/** Somebody's way into another CalDAV server. It is used and forgotten: nothing of it is stored. */
export interface OtherAccess {
  readonly address: string;
  readonly username: string;
  readonly password: string;
}

/** Some objects of a calendar there. */
export interface OtherTexts {
  readonly texts: readonly string[];
  /** the hrefs of those that could not be had */
  readonly missed: readonly string[];
}

/** Reads calendars from other CalDAV servers (RFC 4791). */
export interface OtherServers {
  /** Finds them from whatever address somebody knows (RFC 6764 §6). */
  calendars(access: OtherAccess): Promise<Result<readonly OtherCalendarRecord[], FeedError>>;
  /** The hrefs of all objects of a calendar, in an order that stays. */
  hrefs(access: OtherAccess, calendar: string): Promise<Result<readonly string[], FeedError>>;
  /** The iCalendar texts of some of them. */
  texts(
    access: OtherAccess,
    calendar: string,
    hrefs: readonly string[],
  ): Promise<Result<OtherTexts, FeedError>>;
}
