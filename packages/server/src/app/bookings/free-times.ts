import type { Facts } from "@snart/calendar/booking/facts.ts";
import {
  bookableStarts,
  closedTimes,
  joined,
  takenTimes,
  type TimeInterval,
} from "@snart/calendar/booking/seeking/free-times.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { ALWAYS } from "../bookables/answer-invitation.ts";
import { factsWithout, gatherFacts } from "../bookables/facts.ts";
import { partyOf } from "../bookables/party-of.ts";
import type { RulesInForce } from "../bookables/rules-in-force.ts";
import { copyToChange } from "./meeting.ts";
import { askingFor } from "./verdict.ts";

/** What is asked for: times of one length between two moments. */
export interface FreeTimesOf extends TimeInterval {
  readonly length: number;
  /** The event for which a time is sought: what it has booked already does not stand in its way. */
  readonly uid?: string;
}

/** A bookable's time, for somebody who looks for a time that suits people too. */
export interface FreeTimes {
  readonly id: PrincipalId;
  readonly taken: readonly TimeInterval[];
  readonly closed: readonly TimeInterval[];
  /** When times of the length may begin, by the one verdict: a trial, which promises nothing. */
  readonly starts: readonly TimeInterval[];
}

/** How much is judged before others get their turn. */
const PIECE = 6 * HOUR;

/**
 * When each bookable could be had by the actor for a time of some length.
 * @returns nothing for a bookable that the actor does not see, or that has no rules
 */
export async function freeTimes(
  app: App,
  actor: Actor,
  bookableIds: readonly PrincipalId[],
  asked: FreeTimesOf,
): Promise<readonly FreeTimes[]> {
  const found: FreeTimes[] = [];
  const turn = app.turns.of(actor.principalId);
  for (const id of bookableIds) {
    const now = app.now();
    const known = await app.storage.read((tx) => knownOf(tx, actor, id, asked, now));
    if (!known) continue;
    const { inForce, facts, always } = known;
    if (always !== undefined) {
      found.push({ id, ...alwaysTimes(always, asked, now) });
      continue;
    }
    const starts: TimeInterval[] = [];
    const last = asked.end - asked.length;
    for (let start = Math.max(asked.start, now); start <= last; start += PIECE) {
      if (turn.isDue()) await turn.next();
      const piece = { start, end: Math.min(last + 1, start + PIECE), length: asked.length };
      starts.push(...bookableStarts(inForce.prepared, facts, piece, now));
    }
    const [taken, closed] = [
      takenTimes(inForce.prepared, facts, asked, now),
      closedTimes(inForce.prepared, asked, now),
    ];
    found.push({ id, taken, closed, starts: joined(starts) });
  }
  return found;
}

/** The times of a bookable that says the same to whatever it is asked. */
function alwaysTimes(
  always: "free" | "closed",
  { start, end, length }: TimeInterval & { length: number },
  now: number,
): Omit<FreeTimes, "id"> {
  const whole = { start, end };
  if (always === "closed") return { taken: [], closed: [whole], starts: [] };
  const starts = { start: Math.max(start, now), end: end - length + 1 };
  return { taken: [], closed: [], starts: starts.start < starts.end ? [starts] : [] };
}

interface Known {
  /** What it answers in any case; absent: by its rules. */
  readonly always?: "free" | "closed";
  readonly inForce: RulesInForce;
  readonly facts: Facts;
}

async function knownOf(
  tx: ReadTransaction,
  actor: Actor,
  id: PrincipalId,
  { start, end, uid }: FreeTimesOf,
  now: number,
): Promise<Known | undefined> {
  const asking = await askingFor(tx, actor, id, await partyOf(tx, actor.principalId));
  if (!asking.ok) return undefined;
  const { seen, asker } = asking.value;
  const { bookable, inForce } = seen;
  const facts = await gatherFacts(tx, { bookable, inForce, asker, from: start, to: end, now });
  const copy = uid === undefined ? undefined : await copyToChange(tx, actor, id, uid);
  const own = copy === undefined ? [] : await tx.bookings.ofObject(copy);
  const freed = new Set<string>(own.map((booking) => booking.id));
  const always = ALWAYS.get(bookable.answerMode);
  const known = { inForce, ...(always !== undefined && { always }) };
  return { ...known, facts: factsWithout(facts, freed) };
}
