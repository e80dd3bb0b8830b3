import type { Refused } from "@snart/calendar/booking/verdict.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { HandoverState } from "@snart/calendar/booking/facts.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { WriteTransaction } from "../../../storage/port.ts";
import type { Booking, BookingHandover } from "../../../storage/records/bookings.ts";
import type { HandoverId, PrincipalId } from "../../../storage/records/ids.ts";
import { schedulingActor, type Actor } from "../../actor.ts";
import type { App } from "../../app.ts";
import { acceptRules } from "../../bookables/accept-rules.ts";
import { partiesOf } from "../../bookables/party-of.ts";
import { enqueueHandover } from "../../notices/handover-notice.ts";
import type { Problem } from "../../problems.ts";
import { asOne } from "../../scope.ts";
import { handoverMayBecome } from "../../transitions.ts";
import { lockForBooking } from "../lock-for-booking.ts";
import { meetingAccounts } from "../meeting.ts";
import { auditHandover } from "./audit-handover.ts";
import { judgeMove, type JudgedMove } from "./judge-move.ts";
import { moveBookings, ownerFor, type GrantedMove } from "./move-booking.ts";
import { openHandover, type OpenHandover } from "./open-handovers.ts";

/** What became of a yes. */
export type Accepted =
  | { readonly kind: "accepted"; readonly booking: Booking }
  /** Nothing has changed: the rules say no to who accepts, to who has asked, or to both. */
  | { readonly kind: "refused"; readonly own: Refused | undefined; readonly theirs: Refused | undefined };

const OVER: Problem = { code: "not-found" };

/**
 * Takes a booking over, for who is asked; in a swap both change hands. All of it is one transaction: either it is so for everybody, or
 * nothing has happened.
 * @param acceptedRules the version of the house rules that is accepted
 * @returns `not-found` for what is not asked of the actor, and for a question that is over or void
 */
export function acceptHandover(
  app: App,
  actor: Actor,
  id: HandoverId,
  acceptedRules: number | null,
): Promise<Result<Accepted, Problem>> {
  return asOne(app, [], (inside) =>
    inside.storage.write(async (tx) => {
      const write = { app: inside, tx, actor, now: app.now() };
      const open = await locked(write, id);
      if (!open || !(await partiesOf(tx, actor)).includes(open.handover.toId)) return failed(OVER);
      return accept(write, open, acceptedRules);
    }),
  );
}

interface Answering {
  readonly app: App;
  readonly tx: WriteTransaction;
  readonly actor: Actor;
  readonly now: Instant;
}

/** A question with all accounts locked that its answer writes to; undefined: it is over. */
async function locked({ tx, actor, now }: Answering, id: HandoverId): Promise<OpenHandover | undefined> {
  const known = await tx.bookingHandovers.byId(id);
  const before = known && (await openHandover(tx, known, now));
  if (!before) return undefined;
  const { handover, booking, inReturn } = before;
  const bookings = inReturn ? [booking, inReturn] : [booking];
  const people = [handover.askedBy, actor.principalId];
  for (const one of bookings) people.push(...(await meetingAccounts(tx, one)));
  const parties: PrincipalId[] = [handover.fromId, handover.toId, ...people];
  // An invitation locks all households of its organizer.
  for (const person of people)
    for (const one of await tx.households.ofPerson(person)) parties.push(one.accountId);
  await lockForBooking(
    tx,
    parties,
    bookings.map(({ accountId }) => accountId),
  );
  const present = await tx.bookingHandovers.byId(id);
  return present && openHandover(tx, present, now);
}

async function accept(
  write: Answering,
  { handover, booking, inReturn }: OpenHandover,
  acceptedRules: number | null,
): Promise<Result<Accepted, Problem>> {
  const { tx, actor, now } = write;
  const { fromId, toId, askedBy } = handover;
  const leaving = [booking.id, ...(inReturn ? [inReturn.id] : [])];
  const taken = { booking, partyId: toId, personId: actor.principalId, acceptedRules };
  const own = await judgeMove(tx, taken, leaving, now);
  const given = inReturn && {
    booking: inReturn,
    partyId: fromId,
    personId: askedBy,
    acceptedRules: handover.acceptedRules,
  };
  const theirs = given && (await judgeMove(tx, given, leaving, now));
  if (!own || (given && !theirs)) return failed(OVER);
  if (!isGranted(own) || (theirs && !isGranted(theirs)))
    return ok({ kind: "refused", own: refusedOf(own), theirs: theirs && refusedOf(theirs) });
  const ownerId = await ownerFor(tx, toId, actor.principalId);
  const moves: GrantedMove[] = [{ ...own, ownerId, actor, key: `handover ${handover.id}` }];
  if (theirs) {
    const asker = await tx.principals.byId(await ownerFor(tx, fromId, askedBy));
    if (!asker) return failed(OVER);
    moves.push({ ...theirs, ownerId: asker.id, actor: schedulingActor(asker), key: `swap ${handover.id}` });
  }
  const { inForce } = own.seen;
  const bookableId = booking.accountId;
  await acceptRules(tx, { bookableId, inForce, partyId: toId, by: actor.principalId, acceptedRules, now });
  const made = await moveBookings(write, moves);
  if (!made.ok) return made;
  const [mine] = made.value;
  if (!mine) throw new Error("a booking was handed over to nobody");
  for (const one of inReturn ? [booking, inReturn] : [booking])
    await auditHandover(write, "booking-handed-over", handover, one);
  await settle(write, handover, "accepted");
  await enqueueHandover(write, handover, "accepted");
  return ok({ kind: "accepted", booking: mine });
}

const isGranted = (move: JudgedMove): move is JudgedMove & Pick<GrantedMove, "verdict"> => move.verdict.ok;
const refusedOf = ({ verdict }: JudgedMove): Refused | undefined => (verdict.ok ? undefined : verdict);

async function settle(
  { tx, now }: Pick<Answering, "tx" | "now">,
  { id, state }: BookingHandover,
  to: HandoverState,
): Promise<void> {
  if (!handoverMayBecome(state, to)) throw new Error(`a handover cannot become ${to} from ${state}`);
  await tx.bookingHandovers.update(id, { state: to, changedAt: now });
}

/**
 * Says no to a question, or takes one's own back.
 * @returns `not-found` for others, and for a question that is over
 */
export function endHandover(
  app: App,
  actor: Actor,
  id: HandoverId,
): Promise<Result<BookingHandover, Problem>> {
  return app.storage.write(async (tx) => {
    const known = await tx.bookingHandovers.byId(id);
    const parties = await partiesOf(tx, actor);
    const isAsked = known && parties.includes(known.toId);
    if (!known || !(isAsked || parties.includes(known.fromId))) return failed(OVER);
    await lockForBooking(tx, [known.fromId, known.toId], []);
    const handover = await tx.bookingHandovers.byId(id);
    const now = app.now();
    const open = handover && (await openHandover(tx, handover, now));
    if (!open) return failed(OVER);
    const write = { app, tx, actor, now };
    await settle(write, open.handover, isAsked ? "declined" : "withdrawn");
    const action = isAsked ? "booking-handover-declined" : "booking-handover-withdrawn";
    await auditHandover(write, action, open.handover, open.booking);
    if (isAsked) await enqueueHandover(write, open.handover, "declined");
    return ok(open.handover);
  });
}
