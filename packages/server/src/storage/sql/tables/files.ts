import type { AttachmentContent, AttachmentRecord, BlobRecord } from "../../records/files.ts";
import { columnsOf, type RowOf } from "../columns.ts";

// Files: uploads that wait to be used, and what is attached.

export const blob = columnsOf<BlobRecord>()({
  id: "plain",
  accountId: "plain",
  type: "plain",
  size: "plain",
  createdAt: "plain",
  expiresAt: "plain",
});
export type BlobTable = RowOf<typeof blob> & { content: Uint8Array };

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
  /** null while the object names it */
  released_at: number | null;
}
