import type { ComponentType } from "./calendars.ts";
import type { Millis, Modseq, PrincipalId } from "./ids.ts";

// Scheduling inboxes: what others sent to an account (RFC 6638 §2.2).

export interface InboxItemHead {
  readonly accountId: PrincipalId;
  /** Last path segment of its URL; never used again in the account. */
  readonly uri: string;
  readonly uid: string;
  readonly component: ComponentType;
  /** iTIP method in upper case. */
  readonly method: string;
  readonly etag: string;
  readonly size: number;
  readonly modseq: Modseq;
  readonly createdAt: Millis;
}

export interface InboxItem extends InboxItemHead {
  readonly icalendar: string;
}

/** What changed in an inbox (RFC 6578). */
export interface InboxChanges {
  readonly newModseq: Modseq;
  readonly hasMore: boolean;
  readonly added: readonly InboxItem[];
  readonly removed: readonly string[];
}
