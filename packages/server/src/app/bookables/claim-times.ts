import { cancellation, lapsesAt } from "@snart/calendar/booking/cancel.ts";
import { cellCount, cellsOf } from "@snart/calendar/booking/cells.ts";
import { isStanding } from "@snart/calendar/booking/facts.ts";
import { BOOKING_LIMITS, BOOKING_TIMES } from "@snart/calendar/booking/limits.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { DAY, MINUTE, type Instant } from "@snart/calendar/time/instant.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import type { CellRange } from "../../storage/port/bookings.ts";
import type { Booking, BookingWait } from "../../storage/records/bookings.ts";
import type { BookingId, ObjectId } from "../../storage/records/ids.ts";
import type { CalendarGrant } from "../grants.ts";
import { queuedJob } from "../outbox/queued-job.ts";
import type { Problem } from "../problems.ts";
import type { WriteScope } from "../scope.ts";
import { bookingBecomes } from "../transitions.ts";
import { auditClaims, type ChangedBooking } from "./audit-claims.ts";
import { askedTimes, isRefusedTime, takesTime, type BookedTime } from "./booked-times.ts";
import { endWait, offerGivenUp, scheduleOffers } from "./offer-freed.ts";
import { ownWait } from "./own-wait.ts";
import { endHold, holdTime, takeCells } from "./take-cells.ts";
import { tellOfLate } from "./tell-of-late.ts";
import { cellWidth, rulesInForce, type RulesInForce } from "./rules-in-force.ts";

/** One date of an event and the cells that it takes. */
interface TakenTime {
  readonly id: BookingId;
  readonly time: BookedTime;
  /** Its booking until now, which it moves or brings back. */
  readonly former: Booking | undefined;
  readonly unit: number;
  readonly cells: CellRange;
}

/** What a write into a bookable's calendar changes of its bookings. */
export interface ClaimPlan {
  readonly inForce: RulesInForce | undefined;
  readonly taken: readonly TakenTime[];
  readonly gone: readonly Booking[];
  /** Which of them stay their party's for a while: what they were to be moved to is refused. */
  readonly kept: readonly Booking[];
  /** What the event has kept of such times, and needs no more. */
  readonly holds: readonly Booking[];
  /** The places in line that its party has for them, with what offers keep for it. */
  readonly waits: readonly BookingWait[];
}

const NOTHING: ClaimPlan = { inForce: undefined, taken: [], gone: [], kept: [], holds: [], waits: [] };

/**
 * Finds room for the times of an event that is to be written into a bookable's calendar, whoever writes it: so no door leads past it. A
 * moved date may keep its own cells; dates that are over stay as they were. Reads only: the account is locked until the write is done.
 * @returns `booking-taken` if somebody else has a part of its times: the write is refused whole
 */
export async function planClaims(
  scope: WriteScope,
  { isOfBookable, calendar, isOwners }: BookableGrant,
  objectId: ObjectId,
  object: CalendarObject,
): Promise<Result<ClaimPlan, Problem>> {
  if (!isOfBookable) return ok(NOTHING);
  const { accountId } = calendar;
  // What accepts whatever comes keeps no time for anybody.
  if ((await scope.tx.bookables.byId(accountId))?.answerMode === "accept-always") return ok(NOTHING);
  const inForce = await rulesInForce(scope.tx, accountId);
  const zone = inForce?.prepared.zone ?? UTC;
  const times = askedTimes(object, zone, scope.now, takesTime(isOwners));
  if (!times.ok) return times;
  const known = await scope.tx.bookings.ofObject(objectId);
  const { changed: wanted, gone, holds } = sortTimes(scope.now, known, times.value);
  // Dates of a series that nobody has judged yet are booked later (`app/bookings/series/extend-series.ts`).
  const given = scope.booking?.dates;
  const changed = given
    ? wanted.filter(({ time, former }) => former !== undefined || given.has(time.recurrenceId))
    : wanted;
  const waits = await ownWaits(scope, changed);
  const freed = new Set([
    ...[...gone, ...changed.flatMap(({ former }) => former ?? [])].map(({ id }) => id),
    ...waits.flatMap(({ holdId }) => holdId ?? []),
    ...holds.map(({ id }) => id),
  ]);
  const taken: TakenTime[] = [];
  for (const one of changed) {
    const room = await findRoom(scope, inForce, one, { freed, taken });
    if (!room.ok) return room;
    taken.push(room.value);
  }
  const refused = askedTimes(object, zone, scope.now, isRefusedTime(isOwners));
  if (!refused.ok) return refused;
  const kept = scope.within ? movedFrom(gone, known, refused.value) : [];
  const isLeft = taken.length > 0 || refused.value.length === 0;
  return ok({ inForce, taken, gone, kept, holds: isLeft ? holds : [], waits });
}

/** The bookings of which an event has moved to times that are refused: single dates, or a series with all of its dates. */
function movedFrom(
  gone: readonly Booking[],
  known: readonly Booking[],
  refused: readonly BookedTime[],
): readonly Booking[] {
  const ids = new Set(refused.map(({ recurrenceId }) => recurrenceId));
  const isWhole = ids.size > 0 && !known.some(({ recurrenceId }) => ids.has(recurrenceId));
  return gone.filter(({ state, recurrenceId }) => isStanding(state) && (isWhole || ids.has(recurrenceId)));
}

/** An offer is taken by booking its time, whichever door that comes by. */
async function ownWaits(
  { tx, accountId: bookableId, now, booking: terms }: WriteScope,
  changed: readonly ChangedTime[],
): Promise<readonly BookingWait[]> {
  const waits: BookingWait[] = [];
  if (!terms) return waits;
  for (const { time } of changed) {
    const wait = await ownWait(tx, terms.partyId, { bookableId, ...time }, now);
    if (wait) waits.push(wait);
  }
  return waits;
}

/** Writes what `planClaims` has found, in the same transaction. */
export async function writeClaims(
  scope: WriteScope,
  objectId: ObjectId,
  { inForce, taken, gone, kept, holds, waits }: ClaimPlan,
): Promise<void> {
  const { tx, accountId, now } = scope;
  for (const wait of waits) await endWait(scope, wait, "booked");
  const changed = await giveUpAll(scope, inForce, gone);
  for (const hold of holds) await endHold(scope, hold);
  await keepForMover(scope, inForce, kept);
  for (const { former } of taken) if (former) await tx.claims.release(former.id);
  for (const one of taken) {
    const expiresAt = confirmUntil(scope, inForce, one.time);
    await takeCells(tx, { id: one.id, accountId, unit: one.unit, expiresAt }, one.cells, now);
    const booking = await writeBooking(scope, inForce, objectId, { ...one, expiresAt });
    if (expiresAt !== null) await scheduleConfirming(scope, { id: one.id, expiresAt });
    changed.push({ booking, former: one.former });
  }
  await auditClaims(scope, changed);
  await tellOfLate(scope, inForce, changed);
  const opensAt = scope.booking?.opensAt;
  if (opensAt !== undefined) await scheduleSeries(scope, objectId, opensAt);
  if (scope.offersLater) return;
  // Who was asked along with others for a time that is taken now, waits on.
  const times = taken.map(({ time }) => ({ startsAt: time.start, endsAt: time.end, partyId: null }));
  const freed = [...gone, ...taken.flatMap(({ former }) => former ?? [])];
  await offerGivenUp(scope, accountId, [...times, ...freed]);
}

/** So that a slip of the hand loses no time to a neighbour: the event can be moved back for a while. */
async function keepForMover(
  scope: WriteScope,
  inForce: RulesInForce | undefined,
  kept: readonly Booking[],
): Promise<void> {
  const expiresAt = scope.now + BOOKING_TIMES.movedMinutes * MINUTE;
  for (const { id: _, state: _state, key: _key, createdAt: _at, changedAt: _since, ...booking } of kept)
    await holdTime(scope, { ...booking, expiresAt }, cellWidth(inForce));
  // Nobody looks when a hold ends but who waits for its time.
  if (kept.length > 0 && inForce?.prepared.rules.waitlist)
    await scheduleOffers(scope.tx, scope.accountId, expiresAt);
}

/** Frees what an event that is removed has claimed; what is over stays as it was. */
export async function releaseClaims(
  scope: WriteScope,
  { isOfBookable, calendar }: Pick<CalendarGrant, "isOfBookable" | "calendar">,
  objectId: ObjectId,
): Promise<void> {
  if (!isOfBookable) return;
  const inForce = await rulesInForce(scope.tx, calendar.accountId);
  const open = (await scope.tx.bookings.ofObject(objectId)).filter(({ endsAt }) => endsAt > scope.now);
  const changed = await giveUpAll(scope, inForce, open);
  await auditClaims(scope, changed);
  await tellOfLate(scope, inForce, changed);
  if (!scope.offersLater) await offerGivenUp(scope, calendar.accountId, open);
}

/** The kind of jobs that book more dates of a series. */
export const SERIES_JOB = "booking-series";

/** Has the dates of a series that are not booked yet judged again, at `at`. */
async function scheduleSeries({ tx }: WriteScope, objectId: ObjectId, at: Instant): Promise<void> {
  await tx.queues.schedule(
    queuedJob({ id: `${SERIES_JOB} ${objectId} ${at}`, kind: SERIES_JOB, payload: { objectId }, runAt: at }),
  );
}

type BookableGrant = Pick<CalendarGrant, "isOfBookable" | "calendar" | "isOwners">;

/** The kind of jobs that look whether a booking was confirmed. */
export const CONFIRM_JOB = "booking-confirm";

/** Until when its party has to confirm what is booked, as the rules want it; null: it has not, or it is booked later than that. */
function confirmUntil(
  { now, booking: terms }: WriteScope,
  inForce: RulesInForce | undefined,
  time: BookedTime,
): Instant | null {
  const until = terms && inForce && lapsesAt(inForce.prepared, time);
  return until !== undefined && until > now ? until : null;
}

/** Has its party reminded a day before, and what becomes of it told when the time is over. */
async function scheduleConfirming(
  { tx, now }: WriteScope,
  { id, expiresAt }: { readonly id: BookingId; readonly expiresAt: Instant },
): Promise<void> {
  const payload = { bookingId: id, expiresAt };
  for (const runAt of [expiresAt - DAY, expiresAt])
    if (runAt > now)
      await tx.queues.schedule(
        queuedJob({ id: `${CONFIRM_JOB} ${id} ${runAt}`, kind: CONFIRM_JOB, payload, runAt }),
      );
}

interface ChangedTime {
  readonly time: BookedTime;
  readonly former: Booking | undefined;
}

interface SortedTimes {
  readonly changed: readonly ChangedTime[];
  readonly gone: readonly Booking[];
  readonly holds: readonly Booking[];
}

/**
 * Which of the times of an event are new or changed beside its bookings, and which bookings it has no more. What is over stays as it was:
 * it was used, and limits may count it.
 */
export function sortTimes(now: number, all: readonly Booking[], times: readonly BookedTime[]): SortedTimes {
  const holds = all.filter(({ state }) => state === "hold");
  // A hold that has ended is no booking that could be brought back.
  const known = all.filter(({ state }) => state !== "hold" && state !== "lapsed");
  const open = new Map(
    known.filter(({ endsAt }) => endsAt > now).map((booking) => [booking.recurrenceId, booking]),
  );
  const past = new Set(known.filter(({ endsAt }) => endsAt <= now).map(({ startsAt }) => startsAt));
  const wanted = times.filter(({ start, end }) => end > now || !past.has(start));
  const named = new Set(wanted.map(({ recurrenceId }) => recurrenceId));
  return {
    changed: wanted
      .map((time) => ({ time, former: open.get(time.recurrenceId) }))
      .filter(({ time, former }) => !former || !isSame(former, time)),
    gone: [...open.values()].filter(({ recurrenceId }) => !named.has(recurrenceId)),
    holds,
  };
}

const isSame = ({ state, startsAt, endsAt }: Booking, { start, end }: BookedTime): boolean =>
  isStanding(state) && startsAt === start && endsAt === end;

/** The unit is the verdict's, or the booking's own, or the first that is free. */
async function findRoom(
  { app, tx, accountId, now, booking: terms }: WriteScope,
  inForce: RulesInForce | undefined,
  { time, former }: ChangedTime,
  { freed, taken }: { readonly freed: ReadonlySet<BookingId>; readonly taken: readonly TakenTime[] },
): Promise<Result<TakenTime, Problem>> {
  const { start, end } = time;
  const range = cellsOf(start, end, cellWidth(inForce));
  const limit = BOOKING_LIMITS.cellsPerBooking;
  if (cellCount(range) > limit) return failed({ code: "booking-too-long", limit });
  const cells = { from: range.first, until: range.last + 1 };
  const claims = await tx.claims.inRange(accountId, cells, now);
  const meets = (one: CellRange): boolean => one.from < cells.until && cells.from < one.until;
  const full = new Set([
    ...claims.filter(({ bookingId }) => !freed.has(bookingId)).map((claim) => claim.unit),
    ...taken.filter((one) => meets(one.cells)).map((one) => one.unit),
  ]);
  const given = terms?.dates.get(time.recurrenceId)?.unit ?? former?.unit;
  const units =
    given === undefined
      ? Array.from({ length: inForce?.prepared.rules.units ?? 1 }, (_, unit) => unit)
      : [given];
  const unit = units.find((one) => !full.has(one));
  const id = former?.id ?? (app.newId() as BookingId);
  return unit === undefined
    ? failed({ code: "booking-taken", start, end })
    : ok({ id, time, former, unit, cells });
}

/** @returns those that stood until now */
async function giveUpAll(
  { tx, now }: WriteScope,
  inForce: RulesInForce | undefined,
  bookings: readonly Booking[],
): Promise<ChangedBooking[]> {
  const changed: ChangedBooking[] = [];
  for (const booking of bookings) {
    if (booking.state === "hold") await endHold({ tx, now }, booking);
    else await tx.claims.release(booking.id);
    if (!isStanding(booking.state)) continue;
    const { startsAt: start, endsAt: end, createdAt: booked } = booking;
    const isLate = inForce && cancellation(inForce.prepared, { start, end, booked }, now).kind === "late";
    const state = bookingBecomes(booking.state, isLate ? "cancelledLate" : "cancelled");
    await tx.bookings.update(booking.id, { state, changedAt: now });
    changed.push({ booking: { ...booking, state }, former: booking });
  }
  return changed;
}

async function writeBooking(
  { tx, actor, accountId, now, booking: terms }: WriteScope,
  inForce: RulesInForce | undefined,
  objectId: ObjectId,
  { id, time, former, unit, expiresAt }: TakenTime & Pick<Booking, "expiresAt">,
): Promise<Booking> {
  const times = { startsAt: time.start, endsAt: time.end, unit, expiresAt, changedAt: now };
  if (former) {
    const asked = terms?.dates.get(time.recurrenceId)?.state;
    const state = asked ?? (isStanding(former.state) ? former.state : "confirmed");
    const fields = { ...times, state: bookingBecomes(former.state, state) };
    await tx.bookings.update(id, fields);
    return { ...former, ...fields };
  }
  const booking: Booking = {
    ...times,
    id,
    accountId,
    state: terms?.dates.get(time.recurrenceId)?.state ?? "confirmed",
    partyId: terms?.partyId ?? null,
    bookedBy: terms?.bookedBy ?? actor.principalId,
    rulesVersion: terms ? (inForce?.version ?? 0) : 0,
    key: time.recurrenceId === null ? (terms?.key ?? null) : null,
    objectId,
    recurrenceId: time.recurrenceId,
    createdAt: now,
  };
  const written = await tx.bookings.insert(booking);
  if (written === "duplicate") throw new Error("a booking was made twice with one key");
  return booking;
}
