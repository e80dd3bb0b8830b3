import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import type { RemoteCalendar } from "../../api/items/calendar-api.ts";
import type { ChangesWrite, PendingChange } from "../queue/queue-entry.ts";
import type { UndoRecord } from "../queue/undo-stack.ts";

/** An account in the form stored on disk. */
export interface CopiedAccount {
  readonly id: string;
  readonly name: string;
  readonly isShared: boolean;
  readonly eventState: string;
  readonly calendarState: string;
  readonly calendars: readonly RemoteCalendar[];
  /** its tasks are here; copies of before there were any do not say */
  readonly hasTasks?: boolean;
}

/** The facts about the events on disk: their owner, accounts and days. */
export interface CopyFrame {
  readonly primaryId: string;
  readonly accounts: readonly CopiedAccount[];
  /** the zone whose days the chunks are */
  readonly timeZone: string;
  /** chunks of days (loaded-chunks.ts) of which all events are here */
  readonly chunks: readonly number[];
  readonly syncedAt: number | null;
}

export interface CopyContents {
  /** null: there is no readable frame, but perhaps changes wait */
  readonly frame: CopyFrame | null;
  readonly events: ReadonlyMap<string, JSEvent>;
  /** in order */
  readonly queue: readonly PendingChange[];
  /** the undo and redo records */
  readonly undo: readonly UndoRecord[];
}

export interface CopyWrite {
  readonly frame: CopyFrame;
  /** by key; null: gone */
  readonly events: ReadonlyMap<string, JSEvent | null>;
  /** take away every event that is not among those written */
  readonly replace: boolean;
}

/** One person's calendars on this machine. It never fails: data that can't be stored is not stored. */
export interface LocalCopy {
  read(): Promise<CopyContents>;
  readQueue(): Promise<readonly PendingChange[] | undefined>;
  /** One transaction: a frame's states are never newer than the events beside it. False: nothing could be stored. */
  write(change: CopyWrite): Promise<boolean>;
  /**
   * One transaction: an undo record whose event got its real id is never on disk without the change that made the event.
   */
  writeChanges(write: ChangesWrite): Promise<void>;
  close(): void;
}
