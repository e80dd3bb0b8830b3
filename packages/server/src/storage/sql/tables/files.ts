// Files: uploads that wait to be used, and what is attached.

export interface BlobTable {
  account_id: string;
  id: string;
  type: string;
  size: number;
  created_at: number;
  expires_at: number;
  content: Uint8Array;
}

export interface AttachmentTable {
  id: string;
  account_id: string;
  hash: string;
  type: string;
  filename: string;
  size: number;
  created_at: number;
  created_by: string;
}

export interface AttachmentContentTable {
  hash: string;
  size: number;
  parts: number;
}

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
