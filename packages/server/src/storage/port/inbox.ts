import type { Modseq, PrincipalId } from "../records/ids.ts";
import type { InboxChanges, InboxItem } from "../records/inbox.ts";

export interface InboxReads {
  /** Grows when anything in the account's inbox changes; 0 for one that never did. */
  state(accountId: PrincipalId): Promise<Modseq>;
  /** Newest first. */
  list(accountId: PrincipalId, limit: number): Promise<readonly InboxItem[]>;
  byUris(accountId: PrincipalId, uris: readonly string[]): Promise<readonly InboxItem[]>;
  /** `since` 0: everything that exists. @returns "too-old" if removals since are no longer known */
  changes(accountId: PrincipalId, since: Modseq, limit: number): Promise<InboxChanges | "too-old">;
}

export interface InboxWrites {
  /** @returns "duplicate" if an item with that uri is or was there: a repeated delivery arrives once */
  insert(item: InboxItem): Promise<"inserted" | "duplicate">;
  /** @returns whether there was one */
  remove(accountId: PrincipalId, uri: string, modseq: Modseq): Promise<boolean>;
  /** Removes all but the newest `keep` items. */
  trim(accountId: PrincipalId, keep: number, modseq: Modseq): Promise<void>;
}
