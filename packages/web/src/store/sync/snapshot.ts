import type { ApiProblem } from "../../api/problem.ts";
import type { Conflict } from "../queue/conflict.ts";
import type { CalendarEntry, EventEntry } from "../items/entries.ts";

/** A conflict that someone has to resolve; `id` is for `CalendarStore.resolve`. */
export interface OpenConflict {
  readonly id: string;
  /** of the event */
  readonly key: string;
  /** when the change was made here (ms UTC) */
  readonly since: number;
  readonly conflict: Conflict;
}

/** A pending change in the form that the list shows. */
export interface WaitingChange {
  readonly id: string;
  readonly kind: "create" | "update" | "destroy" | "restore" | "calendar" | "profile";
  /** of the event, or the calendar's name; empty for settings */
  readonly title: string;
  readonly since: number;
}

/** A change of a calendar that the server refused: the calendar is unchanged. `key` is the change's. */
export interface RefusedCalendar {
  readonly key: string;
  readonly name: string;
  readonly problem: ApiProblem;
}

/** Everything that the screens show of calendars, at one moment; never changed in place. */
export interface CalendarSnapshot {
  /** starting: nothing is known yet; failed: nothing could be fetched, see `problem` */
  readonly phase: "starting" | "ready" | "failed";
  readonly problem: ApiProblem | null;
  readonly accountName: string;
  readonly primaryAccountId: string;
  /** in the order of the sidebar */
  readonly calendars: readonly CalendarEntry[];
  readonly events: ReadonlyMap<string, EventEntry>;
  /** by key, like events; task-facts.ts reads their facts */
  readonly tasks: ReadonlyMap<string, EventEntry>;
  /** the tasks of every account are here */
  readonly hasTasks: boolean;
  /** the chunks of days (loaded-chunks.ts) whose events are all here */
  readonly chunks: ReadonlySet<number>;
  /** events are being fetched */
  readonly isFetching: boolean;
  /** the last exchange with the server worked */
  readonly isOnline: boolean;
  /** when that was */
  readonly syncedAt: number | null;
  /** changes that wait for the server */
  readonly waiting: number;
  /** those, oldest first */
  readonly waitingChanges: readonly WaitingChange[];
  /** changes of those that stand against another's and wait for an answer */
  readonly conflicts: readonly OpenConflict[];
  /** why the last change of settings was not kept */
  readonly settingsProblem: ApiProblem | null;
  readonly refusedCalendars: readonly RefusedCalendar[];
  readonly undoable: number;
  readonly redoable: number;
}

export const emptySnapshot: CalendarSnapshot = {
  phase: "starting",
  problem: null,
  accountName: "",
  primaryAccountId: "",
  calendars: [],
  events: new Map(),
  tasks: new Map(),
  hasTasks: false,
  chunks: new Set(),
  isFetching: false,
  isOnline: true,
  syncedAt: null,
  waiting: 0,
  waitingChanges: [],
  conflicts: [],
  settingsProblem: null,
  refusedCalendars: [],
  undoable: 0,
  redoable: 0,
};
