import type { ImportRecord, RehearsalRecord, SkippedObject } from "@snart/calendar/jmap/import.ts";
import type { Importable, PassedOver } from "../import/model.ts";

/** Where calendars come from. */
export type Source = "google" | "icloud" | "outlook" | "server" | "file" | "address";

/** The target of a calendar that gets one of its own. */
export const NEW = "new";

/** What the server has had since before the page was reloaded, and what was chosen for it then. */
interface ReadBefore {
  readonly kind: "kept";
  readonly blobIds: readonly string[];
  readonly missed: readonly SkippedObject[];
  readonly isWanted: boolean;
  readonly target: string;
}

/** A calendar that may come. */
export interface ComingCalendar {
  readonly key: string;
  readonly name: string;
  /** as its source writes it */
  readonly color: string | null;
  readonly from:
    | { readonly kind: "file"; readonly importable: Importable }
    | { readonly kind: "server"; readonly url: string }
    | ReadBefore;
  readonly isWanted: boolean;
  /** {@link NEW}, or the id of a calendar here */
  readonly target: string;
  /** its uploads, as soon as it has been read */
  readonly blobIds: readonly string[];
  readonly rehearsal?: RehearsalRecord;
  /** what another server did not give */
  readonly missed?: readonly SkippedObject[];
  readonly state: ComingState;
}

type ComingState =
  | { readonly kind: "waiting" }
  /** share 0–1; undefined: nobody knows how much there is */
  | {
      readonly kind: "reading";
      readonly share: number | undefined;
      /** another server is still telling what there is */
      readonly isListing?: boolean;
    }
  | { readonly kind: "rehearsed" }
  /** code: why a file is not sent, with the most bytes of one; or an error code of the server */
  | { readonly kind: "unusable"; readonly code: string; readonly limit?: number }
  | { readonly kind: "importing"; readonly job: ImportRecord }
  | { readonly kind: "undone"; readonly job: ImportRecord };

/** Everything about one bringing in; it outlives the page that shows it. */
export interface BringIn {
  readonly source: Source;
  readonly calendars: readonly ComingCalendar[];
  /** the server that the calendars are on, who is signed in there, and since when, in ms */
  readonly connected?: { readonly host: string; readonly username: string; readonly at: number };
  /** files of an archive that are no calendars */
  readonly passedOver: readonly PassedOver[];
  /** an import was begun, when that was, in ms */
  readonly begunAt?: number;
  /** when the server last told how far it is, in ms */
  readonly toldAt?: number;
  /** an error code that concerns no single calendar */
  readonly problem?: string;
  /** files are being looked at */
  readonly isLooking?: boolean;
}

/** The number of objects that a rehearsal found and can read. */
export const foundIn = ({ events, tasks, others }: RehearsalRecord): number => events + tasks + others;

/** Whether everything in a calendar is here already. */
export const isHere = (rehearsal: RehearsalRecord): boolean =>
  foundIn(rehearsal) > 0 && rehearsal.here >= foundIn(rehearsal);

/** Returns the step that a bringing in is at, from 1: connect, rehearse, import. */
export function stepOf({ calendars, begunAt }: BringIn): 1 | 2 | 3 {
  if (begunAt !== undefined) return 3;
  return calendars.length > 0 ? 2 : 1;
}

/** Returns the calendars that can be imported now. */
export const ready = (calendars: readonly ComingCalendar[]): readonly ComingCalendar[] =>
  calendars.filter(
    ({ isWanted, state, rehearsal }) =>
      isWanted && state.kind === "rehearsed" && rehearsal !== undefined && foundIn(rehearsal) > 0,
  );

/** Whether some are still being read. */
export const isReading = ({ calendars, isLooking }: BringIn): boolean =>
  isLooking === true ||
  calendars.some(({ isWanted, state }) => isWanted && (state.kind === "waiting" || state.kind === "reading"));

/** Returns the imports of a bringing in. */
export const jobsOf = (calendars: readonly ComingCalendar[]): readonly ImportRecord[] =>
  calendars.flatMap(({ state }) => (state.kind === "importing" ? [state.job] : []));

export const isOver = ({ state }: Pick<ImportRecord, "state">): boolean =>
  state === "done" || state === "dead";

/** Whether something is being imported. */
export const isImporting = ({ calendars }: BringIn): boolean => jobsOf(calendars).some((job) => !isOver(job));

interface Progress {
  readonly processed: number;
  readonly total: number;
  /** the place of the calendar that is being imported, from 1 */
  readonly at: number;
  readonly of: number;
}

/** Returns how far the imports are. */
export function progressOf(calendars: readonly ComingCalendar[]): Progress {
  const coming = calendars.filter(({ state }) => state.kind === "importing");
  const jobs = jobsOf(coming);
  const total = coming.reduce(
    (sum, { rehearsal }) => sum + (rehearsal ? foundIn(rehearsal) + rehearsal.skippedCount : 0),
    0,
  );
  const processed = jobs.reduce((sum, job) => sum + job.processed, 0);
  const over = jobs.filter(isOver).length;
  return {
    processed: Math.min(processed, total),
    total,
    at: Math.min(over + 1, jobs.length),
    of: jobs.length,
  };
}

/** Returns when the imports will be over at their present speed, in ms; undefined as long as that is a guess. */
export function readyAt({ calendars, begunAt = 0, toldAt = 0 }: BringIn): number | undefined {
  const { processed, total } = progressOf(calendars);
  const took = toldAt - begunAt;
  return processed === 0 || took < 2_000 ? undefined : toldAt + (took * (total - processed)) / processed;
}

/** Something that does not come whole, with the calendar that it is in. */
export interface Exception extends SkippedObject {
  readonly calendarName: string;
}

interface Exceptions {
  readonly leftOut: readonly Exception[];
  readonly leftOutCount: number;
  readonly inPart: readonly Exception[];
  readonly inPartCount: number;
}

/** Returns what is left out of the wanted calendars, and what comes without a part. */
export function exceptionsOf(calendars: readonly ComingCalendar[]): Exceptions {
  const read = calendars.flatMap(({ isWanted, name, rehearsal, missed = [] }) =>
    isWanted && rehearsal ? [{ name, rehearsal: withMissed(rehearsal, missed) }] : [],
  );
  const named = (list: "skipped" | "mended"): readonly Exception[] =>
    read.flatMap(({ name, rehearsal }) => rehearsal[list].map((each) => ({ ...each, calendarName: name })));
  const sum = (count: "skippedCount" | "mendedCount"): number =>
    read.reduce((all, { rehearsal }) => all + rehearsal[count], 0);
  return {
    leftOut: named("skipped"),
    leftOutCount: sum("skippedCount"),
    inPart: named("mended"),
    inPartCount: sum("mendedCount"),
  };
}

/** Returns a rehearsal that also leaves out what another server did not give. */
export const withMissed = (
  rehearsal: RehearsalRecord,
  missed: readonly SkippedObject[] = [],
): RehearsalRecord => ({
  ...rehearsal,
  skipped: [...missed, ...rehearsal.skipped],
  skippedCount: missed.length + rehearsal.skippedCount,
});

/** Returns the calendar here that a coming one belongs to by its name, or {@link NEW}. */
export function targetFor(
  name: string,
  calendars: readonly { readonly id: string; readonly name: string }[],
): string {
  const plain = (text: string): string => text.trim().toLocaleLowerCase("sv");
  return calendars.find((each) => plain(each.name) === plain(name))?.id ?? NEW;
}
