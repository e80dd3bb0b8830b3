import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { failed, type Result } from "@snart/calendar/result.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import { UNBROKEN } from "../turns/turns.ts";
import type { ReservePart, Storage, WriteTransaction } from "../storage/port.ts";
import type { Modseq, PrincipalId } from "../storage/records/ids.ts";
import type { StoredObject } from "../storage/records/objects.ts";
import type { Actor } from "./actor.ts";
import type { App } from "./app.ts";
import type { DeliveredAction } from "./scheduling-action.ts";
import type { Problem } from "./problems.ts";

/** One write in progress: the transaction, the writer, the time, and the modseq of the account's changes. */
export interface WriteScope {
  readonly app: App;
  readonly tx: WriteTransaction;
  readonly actor: Actor;
  /** The write that this one is a part of, in the organizer's account and by whoever does it. */
  readonly within?: WriteScope;
  readonly accountId: PrincipalId;
  readonly modseq: Modseq;
  readonly now: Instant;
  /** The server's public address, for the URLs of attachments; absent: a path is enough. */
  readonly origin?: string;
  /** Whose booking a write into a bookable's calendar is; absent: its managers', which no rules bind. */
  readonly booking?: BookingTerms;
  /** The time that it frees is offered to those who wait by whoever writes, and not as it is freed. */
  readonly offersLater?: true;
  /** Whoever gives a time up was told before whether that is too late. */
  readonly knowsLate?: true;
  /** The messages that the write sends; absent: none, as for an imported file. */
  readonly scheduling?: Scheduling;
}

/** For whom something is booked, after the verdict. */
export interface BookingTerms {
  /** See `Booking`. */
  readonly partyId: PrincipalId;
  readonly bookedBy: PrincipalId;
  readonly key: string | null;
  /** What the verdict gives to each date, by `Booking.recurrenceId`. */
  readonly dates: ReadonlyMap<
    Instant | null,
    { readonly unit: number; readonly state: "requested" | "confirmed" }
  >;
  /** When more dates of the series can be booked; absent: never. */
  readonly opensAt?: Instant;
}

/** How a write takes part in scheduling (RFC 6638 §3.2). */
export interface Scheduling {
  /** Others are notified. Without it a client has asked for silence; forbidden changes are refused all the same. */
  readonly sends?: boolean;
  /** Guests who are new are refused if messages can't reach their kind of address (JMAP Calendars, CalendarEvent/set). */
  readonly refusesUnreachable?: boolean;
  /** Nothing is written of a meeting that a thing which it invites declines: the meeting is to have it, or not to be. */
  readonly booksOrNothing?: boolean;
  /** The organizer is notified of an attendee's removal (`Schedule-Reply`, RFC 6638 §8.1). */
  readonly replies?: boolean;
  /** The text was stored here before, and comes back with the answers that were given to it. */
  readonly restores?: {
    /** who organized it in a calendar of somebody else, and still may (`ObjectHead.organizerId`) */
    readonly organizerId: PrincipalId | null;
  };
  /** The object is a copy that goes on in place of this one, which is gone (`app/write/take-over.ts`). */
  readonly takesOver?: { readonly stored: StoredObject; readonly object: CalendarObject };
  /** The writer may not have seen the latest answers (RFC 6638 §3.2.10). */
  readonly keepAnswers?: boolean;
  /** The write is itself a delivery: it is not checked, and answers nothing. Without `action` it notifies nobody. */
  readonly delivery?: { readonly keepsTag: boolean; readonly action?: DeliveredAction | undefined };
}

/** Writes by people and their apps, who expect others to be notified. */
export const SENDS: Scheduling = { sends: true, replies: true };

/**
 * Runs `work` in one transaction that holds the account's write lock, so that compare-then-write is safe.
 * @param reserve what it may take on a full disk, if it deletes
 */
export function writeAccount<T>(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  work: (scope: WriteScope) => Promise<T>,
  scheduling?: Scheduling,
  reserve?: ReservePart,
): Promise<T> {
  return app.storage.write(async (tx) => {
    const modseq = await tx.lockAccount(accountId);
    const scope = { app, tx, actor, accountId, modseq, now: app.now() };
    return work(scheduling ? { ...scope, scheduling } : scope);
  }, reserve);
}

/** Stops a transaction; is caught in this file. */
class Undone extends Error {
  readonly problem: unknown;
  constructor(problem: unknown) {
    super("undone");
    this.problem = problem;
  }
}

/** The same for work of several steps: if it is refused, its earlier writes are undone. */
export async function writeWhole<T>(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  work: (scope: WriteScope) => Promise<Result<T, Problem>>,
  scheduling?: Scheduling,
): Promise<Result<T, Problem>> {
  return undone(() =>
    writeAccount(app, actor, accountId, async (scope) => orUndo(await work(scope)), scheduling),
  );
}

/**
 * The same for work that changes two accounts; they are locked in one order, so that two such writes never wait for
 * each other.
 */
export function writeBoth<T>(
  app: App,
  actor: Actor,
  accountIds: readonly [PrincipalId, PrincipalId],
  work: (scopes: readonly [WriteScope, WriteScope]) => Promise<Result<T, Problem>>,
  scheduling: Scheduling,
): Promise<Result<T, Problem>> {
  return undone(() =>
    app.storage.write(async (tx) => {
      for (const id of accountIds.toSorted()) await tx.lockAccount(id);
      const scopeOf = async (accountId: PrincipalId): Promise<WriteScope> => {
        const modseq = await tx.lockAccount(accountId);
        return { app, tx, actor, accountId, modseq, now: app.now(), scheduling };
      };
      const [first, second] = accountIds;
      return orUndo(await work([await scopeOf(first), await scopeOf(second)]));
    }),
  );
}

/**
 * Runs use cases as one: all that they read and write is one transaction that holds the write locks of `accountIds`, and when `work` is
 * refused nothing of it is left.
 * @param work calls the use cases with the app that it is given
 * @param reserve what it may take on a full disk, if it deletes
 */
export function asOne<T, E>(
  app: App,
  accountIds: readonly PrincipalId[],
  work: (app: App) => Promise<Result<T, E>>,
  reserve?: ReservePart,
): Promise<Result<T, E>> {
  return undone(() =>
    app.storage.write(async (tx) => {
      for (const id of accountIds.toSorted()) await tx.lockAccount(id);
      return orUndo(await work({ ...app, storage: joining(app.storage, tx), turns: UNBROKEN }));
    }, reserve),
  );
}

/** Storage whose transactions are all part of one that is going on. */
const joining = (storage: Storage, tx: WriteTransaction): Storage => ({
  read: (work) => work(tx),
  readTogether: (work) => work(tx),
  inRequest: (work) => work(),
  leaveSnapshot: () => undefined,
  readOften: (_question, work) => work(tx),
  write: (work) => work(tx),
  betweenWrites: (work) => storage.betweenWrites(work),
  onAccountChange: (listener) => storage.onAccountChange(listener),
  health: () => storage.health(),
  load: () => storage.load(),
  examine: () => storage.examine(),
  close: () => storage.close(),
});

function orUndo<T, E>(done: Result<T, E>): Result<T, E> {
  if (!done.ok) throw new Undone(done.problem);
  return done;
}

async function undone<T, E>(write: () => Promise<Result<T, E>>): Promise<Result<T, E>> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Undone) return failed(error.problem as E);
    throw error;
  }
}
