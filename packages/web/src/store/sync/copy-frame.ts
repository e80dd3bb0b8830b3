import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { copiedAccountState, copyOfAccount, type AccountState } from "./account-state.ts";
import type { AccountSync } from "./account-sync.ts";
import type { EventBase } from "./event-base.ts";
import type { EventSync } from "./event-sync.ts";
import type { CopyFrame } from "../copy/local-copy.ts";

/** The parts that make up the frame of the copy on disk. */
export interface Framed {
  readonly accounts: Map<string, AccountState>;
  readonly base: EventBase;
  readonly sync: EventSync;
  readonly accountSync: AccountSync;
  /** the viewer's zone, IANA */
  readonly timeZone: string;
}

/** The frame to write beside the events; null before anything is known. */
export function frameOf(
  { accounts, sync, accountSync: { primaryId }, timeZone }: Framed,
  syncedAt: CopyFrame["syncedAt"],
): CopyFrame | null {
  if (primaryId === "") return null;
  return {
    primaryId,
    accounts: [...accounts.values()].map(copyOfAccount),
    timeZone,
    chunks: sync.complete,
    syncedAt,
  };
}

/** Adopts the frame on disk as the server's last answer. */
export function adoptFrame(
  { accounts, base, sync, accountSync, timeZone }: Framed,
  frame: CopyFrame,
  events: Iterable<readonly [key: string, event: JSEvent]>,
): void {
  for (const account of frame.accounts) accounts.set(account.id, copiedAccountState(account));
  for (const [key, event] of events) base.set(key, event);
  base.takeDirty();
  // The days of another zone begin and end otherwise.
  if (frame.timeZone === timeZone) for (const chunk of frame.chunks) sync.chunks.add(chunk);
  accountSync.primaryId = frame.primaryId;
}
