import type { BookingState, HandoverState } from "@snart/calendar/booking/facts.ts";
import type { WaitState } from "@snart/calendar/booking/waiting.ts";
import type { DeliveryState } from "@snart/calendar/jmap/mail.ts";
import type { FeedState } from "@snart/calendar/jmap/feeds.ts";
import type { JSEvent, Progress } from "@snart/calendar/jscalendar/types.ts";
import type { Place } from "@snart/calendar/scheduling/sign-up/place.ts";
import type { WriteTransaction } from "../storage/port.ts";
import type { DrawEntryState, DrawState } from "../storage/records/draws.ts";
import type { PrincipalStatus } from "../storage/records/people.ts";
import type { Job, JobState } from "../storage/records/queues.ts";

/** Every stored state with its permitted successors. Nothing else changes a state that the server itself changes. */
export const TRANSITIONS = {
  /** A deleted account that is restored in time gets its former state; an accepted invitation is over. */
  account: {
    invited: ["active", "deleted"],
    active: ["suspended", "deleted"],
    suspended: ["active", "deleted"],
    deleted: ["invited", "active"],
  },
  /** `running` again: another process takes over a job whose own has been silent for too long. */
  job: {
    queued: ["running"],
    running: ["running", "done", "retrying", "dead"],
    retrying: ["running"],
    done: [],
    // An administrator lets it be tried again.
    dead: ["queued"],
  },
  /** The state of a message by mail. One that is reported as bounced may have arrived after all. */
  delivery: {
    queued: ["sent", "failed", "answered", "bounced"],
    sent: ["answered", "bounced"],
    answered: ["bounced"],
    bounced: ["answered"],
    failed: ["answered"],
  },
  /**
   * `stale`: it could not be read when it was due; the last good copy is kept. One good reading always repairs it.
   */
  subscription: {
    fresh: ["stale"],
    stale: ["fresh", "failing"],
    failing: ["fresh"],
  },
  /** An answer may be changed and withdrawn; a new time asks again. `completed` and `in-process` are for tasks. */
  participation: {
    "needs-action": ["accepted", "tentative", "declined", "delegated", "in-process", "completed"],
    accepted: ["needs-action", "tentative", "declined", "delegated", "in-process", "completed"],
    tentative: ["needs-action", "accepted", "declined", "delegated", "in-process", "completed"],
    declined: ["needs-action", "accepted", "tentative", "delegated", "in-process"],
    delegated: ["needs-action", "accepted", "tentative", "declined"],
    "in-process": ["needs-action", "declined", "delegated", "completed"],
    completed: ["needs-action", "in-process"],
  },
  /** The standing of a person who has signed up: a place is only given up by leaving. */
  signUp: {
    none: ["waiting", "placed"],
    waiting: ["placed", "none"],
    placed: ["none"],
  },
  /** The status of an event is its owner's to say (RFC 5545 §3.8.1.11). */
  event: {
    tentative: ["confirmed", "cancelled"],
    confirmed: ["tentative", "cancelled"],
    cancelled: ["tentative", "confirmed"],
  },
  /** A finished task may be reopened; it does not change to another finished state. */
  task: {
    "needs-action": ["in-process", "completed", "failed", "cancelled"],
    "in-process": ["needs-action", "completed", "failed", "cancelled"],
    completed: ["needs-action", "in-process"],
    failed: ["needs-action", "in-process"],
    cancelled: ["needs-action", "in-process"],
  },
  /**
   * `hold`: a form is being filled in, or a page waits for its host after the managers of a room have said yes. What was given up may be booked again while it is still to come, as when somebody undoes
   * that; what is moved is asked for again. What is over changes no more.
   */
  booking: {
    hold: ["requested", "confirmed", "lapsed"],
    requested: ["hold", "confirmed", "refused", "lapsed", "cancelled", "cancelledLate"],
    confirmed: [
      "requested",
      "inUse",
      "done",
      "released",
      "lapsed",
      "cancelled",
      "cancelledLate",
      "handedOver",
    ],
    inUse: ["done", "cancelled", "cancelledLate"],
    done: [],
    refused: ["requested", "confirmed"],
    lapsed: [],
    released: ["requested", "confirmed"],
    cancelled: ["requested", "confirmed"],
    cancelledLate: ["requested", "confirmed"],
    handedOver: ["requested", "confirmed"],
  },
  /** Wishes are taken until it is drawn. */
  draw: {
    open: ["drawn"],
    drawn: [],
  },
  /** What a party has wished for in a draw; what is won is a confirmed booking from the same moment on. */
  drawEntry: {
    wished: ["won", "lost"],
    won: [],
    lost: [],
  },
  /** A place in the line for a time. An offer that was made to everybody is over when somebody has taken it: the others wait on. */
  bookingWait: {
    waiting: ["offered", "booked", "lapsed", "left"],
    offered: ["waiting", "booked", "declined", "lapsed"],
    booked: [],
    declined: [],
    lapsed: [],
    left: [],
  },
  /** The question whether somebody takes a booking over: it is answered once. */
  bookingHandover: {
    asked: ["accepted", "declined", "withdrawn", "lapsed", "void"],
    accepted: [],
    declined: [],
    withdrawn: [],
    lapsed: [],
    void: [],
  },
} as const satisfies {
  readonly account: Readonly<Record<PrincipalStatus, readonly PrincipalStatus[]>>;
  readonly booking: Readonly<Record<BookingState, readonly BookingState[]>>;
  readonly bookingWait: Readonly<Record<WaitState, readonly WaitState[]>>;
  readonly draw: Readonly<Record<DrawState, readonly DrawState[]>>;
  readonly drawEntry: Readonly<Record<DrawEntryState, readonly DrawEntryState[]>>;
  readonly bookingHandover: Readonly<Record<HandoverState, readonly HandoverState[]>>;
  readonly job: Readonly<Record<JobState, readonly JobState[]>>;
  readonly subscription: Readonly<Record<FeedState, readonly FeedState[]>>;
  readonly delivery: Readonly<Record<DeliveryState, readonly DeliveryState[]>>;
  readonly participation: Readonly<Record<ParticipationState, readonly ParticipationState[]>>;
  readonly signUp: Readonly<Record<Place, readonly Place[]>>;
  readonly event: Readonly<Record<EventStatus, readonly EventStatus[]>>;
  readonly task: Readonly<Record<Progress, readonly Progress[]>>;
};

/** The status of an event (RFC 8984 §5.1.3). */
type EventStatus = NonNullable<JSEvent["status"]>;

/** A person's answer (RFC 5545 §3.2.12), in lower case as in JSCalendar. */
type ParticipationState =
  | "needs-action"
  | "accepted"
  | "tentative"
  | "declined"
  | "delegated"
  | "in-process"
  | "completed";

const isParticipation = (state: string): state is ParticipationState => state in TRANSITIONS.participation;

/** Whether a message may change somebody's PARTSTAT; an unknown value counts as NEEDS-ACTION (RFC 5545 §3.2.12). */
export function participationMayBecome(from: string, to: string): boolean {
  const [former, next] = [from.toLowerCase(), to.toLowerCase()];
  const states: readonly string[] =
    TRANSITIONS.participation[isParticipation(former) ? former : "needs-action"];
  return states.includes(next);
}

/** Whether the standing of a person who signed up may change so. */
export function placeMayBecome(from: Place, to: Place): boolean {
  const states: readonly Place[] = TRANSITIONS.signUp[from];
  return states.includes(to);
}

/** Whether an account may change from one state to another. */
export function accountMayBecome(from: PrincipalStatus, to: PrincipalStatus): boolean {
  const states: readonly PrincipalStatus[] = TRANSITIONS.account[from];
  return states.includes(to);
}

/** Whether a booking may change from one state to another. */
export function bookingMayBecome(from: BookingState, to: BookingState): boolean {
  const states: readonly BookingState[] = TRANSITIONS.booking[from];
  return states.includes(to);
}

/** Whether a place in a line may change from one state to another. */
export function waitMayBecome(from: WaitState, to: WaitState): boolean {
  const states: readonly WaitState[] = TRANSITIONS.bookingWait[from];
  return states.includes(to);
}

/** Whether a draw may change from one state to another. */
export function drawMayBecome(from: DrawState, to: DrawState): boolean {
  const states: readonly DrawState[] = TRANSITIONS.draw[from];
  return states.includes(to);
}

/** Whether what a party has wished for in a draw may change from one state to another. */
export function drawEntryMayBecome(from: DrawEntryState, to: DrawEntryState): boolean {
  const states: readonly DrawEntryState[] = TRANSITIONS.drawEntry[from];
  return states.includes(to);
}

/** Whether the question about a booking may change from one state to another. */
export function handoverMayBecome(from: HandoverState, to: HandoverState): boolean {
  const states: readonly HandoverState[] = TRANSITIONS.bookingHandover[from];
  return states.includes(to);
}

/**
 * The state that a booking is to have.
 * @throws Error for a transition that is not in the table
 */
export function bookingBecomes(from: BookingState, to: BookingState): BookingState {
  if (from !== to && !bookingMayBecome(from, to))
    throw new Error(`a booking cannot become ${to} from ${from}`);
  return to;
}

/** Whether a message by mail may change from one state to another. */
export function deliveryMayBecome(from: DeliveryState, to: DeliveryState): boolean {
  const states: readonly DeliveryState[] = TRANSITIONS.delivery[from];
  return states.includes(to);
}

/** Whether a task's progress may change so; a PUT of iCalendar text is not checked, since it states a fact. */
export function progressMayBecome(from: Progress, to: Progress): boolean {
  const allowed: readonly Progress[] = TRANSITIONS.task[from];
  return allowed.includes(to);
}

/**
 * Moves a job to another state, unless another process has taken it over.
 * @throws Error for a transition that is not in the table
 */
export async function setJobState(
  tx: WriteTransaction,
  job: Job,
  state: JobState,
  fields: Partial<Pick<Job, "runAt" | "lastError">> = {},
): Promise<void> {
  const allowed: readonly JobState[] = TRANSITIONS.job[job.state];
  if (!allowed.includes(state)) throw new Error(`a job that is ${job.state} cannot become ${state}`);
  await tx.queues.updateJob(job.id, job.attempts, { ...fields, state });
}

/** How many failed readings in a row make a feed count as failing. */
const FAILURES_UNTIL_FAILING = 3;

/**
 * The state of a feed after a reading: one step along the table, or none. @param failures in a row, this one included
 */
export function feedStateAfter(state: FeedState, failures: number): FeedState {
  const next: FeedState = failures === 0 ? "fresh" : failures < FAILURES_UNTIL_FAILING ? "stale" : "failing";
  const states: readonly FeedState[] = TRANSITIONS.subscription[state];
  return states.includes(next) ? next : state;
}
