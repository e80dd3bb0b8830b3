import type { AttachmentContent, AttachmentRecord, BlobRecord } from "../../records/files.ts";
import { columnsOf, type RowOf } from "../columns.ts";

// Files: uploads waiting to be used, and attachments.

export const blob = columnsOf<BlobRecord>()({
  id: "plain",
  accountId: "plain",
  type: "plain",
  size: "plain",
  createdAt: "plain",
  expiresAt: "plain",
});
export type BlobTable = RowOf<typeof blob> & {
  /** the whole content of older ones, otherwise empty */
  content: Uint8Array;
  is_whole: number;
};

export interface BlobPartTable {
  account_id: string;
  blob_id: string;
  number: number;
  content: Uint8Array;
}

export const attachment = columnsOf<AttachmentRecord>()({
  id: "plain",
  accountId: "plain",
  hash: "plain",
  type: "plain",
  filename: "plain",
  size: "plain",
  createdAt: "plain",
  createdBy: "plain",
});

export const attachmentContent = columnsOf<AttachmentContent>()({
  hash: "plain",
  size: "plain",
  parts: "plain",
});

export interface AttachmentPartTable {
  hash: string;
  number: number;
  content: Uint8Array;
}

export interface AttachmentUseTable {
  attachment_id: string;
  object_id: string;
  /** null while an object names it */
  released_at: number | null;
}
