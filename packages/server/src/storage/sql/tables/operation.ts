import type { AuditEntry } from "../../records/audit.ts";
import type { Job, OutboxMessage } from "../../records/queues.ts";
import { columnsOf, type RowOf } from "../columns.ts";

// The tables of the server's own operation.

export const outboxMessage = columnsOf<OutboxMessage>()({
  id: "plain",
  accountId: "plain",
  kind: "plain",
  dedupeKey: "plain",
  lane: "plainOrAbsent",
  payload: "json",
  createdAt: "plain",
  availableAt: "plain",
  attempts: "plain",
  lastError: "plain",
});
export type OutboxTable = RowOf<typeof outboxMessage> & {
  /** Sent messages stay, without payload, so that their keys still drop repetitions. */
  is_finished: number;
  /** Rises with every message that is written; no record shows it. */
  position: number;
};

export const job = columnsOf<Job>()({
  id: "plain",
  kind: "plain",
  payload: "json",
  state: "plain",
  runAt: "plain",
  attempts: "plain",
  lastError: "plain",
  progress: "json",
});
export type JobTable = RowOf<typeof job> & { is_finished: number };

export interface SettingTable {
  key: string;
  value: string;
}

export const auditEntry = columnsOf<AuditEntry>()({
  id: "plain",
  at: "plain",
  actorId: "plain",
  action: "plain",
  subject: "plain",
  detail: "json",
});
