import type { AuditAction, AuditEntry } from "../records/audit.ts";
import type { Millis } from "../records/ids.ts";

export interface AuditQuery {
  readonly actions?: readonly AuditAction[];
  /** Only entries older than this one. */
  readonly beforeId?: string;
  /** A part of subject or detail, in any case. */
  readonly text?: string;
}

export interface AuditReads {
  /** Those of one action and subject from `since` on, newest first. */
  ofSubject(
    action: AuditAction,
    subject: string,
    since: Millis,
    limit: number,
  ): Promise<readonly AuditEntry[]>;
  /** Newest first. */
  latest(limit: number, of?: AuditQuery): Promise<readonly AuditEntry[]>;
}

export interface AuditWrites {
  append(entry: AuditEntry): Promise<void>;
  setDetail(id: string, detail: AuditEntry["detail"]): Promise<void>;
  /** Forgets about `limit` entries older than `before`. @returns how many */
  forget(before: Millis, limit: number): Promise<number>;
}
