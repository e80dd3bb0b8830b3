import type { BlobRecord } from "../records/files.ts";
import type { Millis, PrincipalId } from "../records/ids.ts";

export interface BlobReads {
  /** Of one that is whole. */
  head(accountId: PrincipalId, id: string): Promise<BlobRecord | undefined>;
  /** Bytes of all of an account's, also of those that are still coming. */
  heldBy(accountId: PrincipalId): Promise<number>;
  /** Its bytes from `number * BLOB_PART` on, at most so many; undefined after the last. */
  part(accountId: PrincipalId, id: string, number: number): Promise<Uint8Array | undefined>;
}

export interface BlobWrites {
  /** Begins one without content, whatever size the record says. */
  begin(record: BlobRecord): Promise<void>;
  /**
   * Adds the next part. All but the last have `BLOB_PART` bytes.
   * @returns false if it has expired meanwhile
   */
  addPart(accountId: PrincipalId, id: string, number: number, content: Uint8Array): Promise<boolean>;
  /** All parts are there. @returns its record, or undefined if it has expired meanwhile */
  finish(accountId: PrincipalId, id: string): Promise<BlobRecord | undefined>;
  remove(accountId: PrincipalId, id: string): Promise<void>;
  /** @returns how many rows, at most about `limit`: a large one goes in several steps */
  removeExpired(now: Millis, limit: number): Promise<number>;
}
