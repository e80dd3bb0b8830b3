import type { BlobRecord } from "../records/files.ts";
import type { Millis, PrincipalId } from "../records/ids.ts";

export interface BlobReads {
  head(accountId: PrincipalId, id: string): Promise<BlobRecord | undefined>;
  /** Bytes of all of an account's. */
  heldBy(accountId: PrincipalId): Promise<number>;
  content(accountId: PrincipalId, id: string): Promise<Uint8Array | undefined>;
}

export interface BlobWrites {
  insert(record: BlobRecord, content: Uint8Array): Promise<void>;
  removeExpired(now: Millis): Promise<number>;
}
