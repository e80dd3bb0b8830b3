// What keeps the server at work.

export interface OutboxTable {
  id: string;
  account_id: string;
  kind: string;
  dedupe_key: string;
  payload: string;
  created_at: number;
  available_at: number;
  attempts: number;
  last_error: string | null;
  /** Sent messages stay, without payload, so that their key goes on dropping repetitions. */
  is_finished: number;
}

export interface JobTable {
  id: string;
  kind: string;
  payload: string;
  state: string;
  run_at: number;
  attempts: number;
  last_error: string | null;
  progress: string;
  is_finished: number;
}

export interface SettingTable {
  key: string;
  value: string;
}

export interface AuditTable {
  id: string;
  at: number;
  actor_id: string | null;
  action: string;
  subject: string;
  detail: string;
}
