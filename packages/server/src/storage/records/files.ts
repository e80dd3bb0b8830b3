import type { Millis, PrincipalId } from "./ids.ts";

// Blobs: uploads waiting to be used (RFC 8620 §6).

/** Bytes of one part of an upload: what is written or read of it at once. */
export const BLOB_PART = 256 * 1024;

export interface BlobRecord {
  readonly id: string;
  readonly accountId: PrincipalId;
  readonly type: string;
  readonly size: number;
  readonly createdAt: Millis;
  readonly expiresAt: Millis;
}

// Attachments: files that calendar objects name (RFC 8607).

/** One version of a file; its id is the MANAGED-ID of the properties that name it. */
export interface AttachmentRecord {
  readonly id: string;
  /** On whose quota it counts: the account of the calendar for which it came. */
  readonly accountId: PrincipalId;
  /** SHA-256 of the content, base64url. */
  readonly hash: string;
  readonly type: string;
  readonly filename: string;
  /** in octets */
  readonly size: number;
  readonly createdAt: Millis;
  readonly createdBy: PrincipalId;
}

export interface AttachmentContent {
  readonly hash: string;
  readonly size: number;
  readonly parts: number;
}
