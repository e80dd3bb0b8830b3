import type { OfferedStart } from "@snart/calendar/booking-page/offered-starts.ts";
import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import { requestLapses } from "@snart/calendar/booking-page/deadlines.ts";
import { judgeStart, type StartGranted, type StartWish } from "@snart/calendar/booking-page/judge-start.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { DAY, MINUTE, SECOND, type Instant } from "@snart/calendar/time/instant.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { BookingPage, PageBooking } from "../../storage/records/booking-pages.ts";
import type { PageBookingId, PrincipalId } from "../../storage/records/ids.ts";
import { Leaders } from "../../turns/leaders.ts";
import type { App } from "../app.ts";
import { lockForBooking } from "../bookings/lock-for-booking.ts";
import { asOne } from "../scope.ts";
import { spendAttempt } from "../sign-in/spend-attempt.ts";
import { writeBookedEvent } from "./booked-event.ts";
import { claimHosts } from "./claim-hosts.ts";
import { endFilling, fillingOf, whileOthersFill } from "./filling/filling.ts";
import type { FoundPage } from "./find-page.ts";
import { oneLine, placeOf, wrongFields, type FormField, type GuestForm } from "./guest-form.ts";
import { enqueuePageNotice } from "./notice.ts";
import { isNearNow, timesNear, type NearTimes } from "./offers.ts";
import { gatherPageFacts, hostIds, isStanding, type AskedType, type GatheredFacts } from "./page-facts.ts";
import { timeGranted } from "./placing/whose-time.ts";
import { roomIds, roomParty } from "./rooms/room-facts.ts";
import { awaitsRoom, holdRoom, takeRoom } from "./rooms/room-hold.ts";
import { scheduleReminders } from "./reminders.ts";
import { guestToken } from "./tokens.ts";

/** Why nothing was booked; nothing was written either. */
export type BookRefusal =
  | { readonly kind: "wrong"; readonly fields: readonly FormField[] }
  /** too much was asked from one address: of the network, or of mail at this page */
  | { readonly kind: "tooMany"; readonly of: "network" | "holds" | "bookings"; readonly retryAfter: number }
  /** it is used up, or has ended */
  | { readonly kind: "linkOver" }
  /** the event can't be written, for a reason at the host's */
  | { readonly kind: "unavailable" }
  /** somebody was first, or it can't be booked for a reason that guests are not told; `until`: another guest fills in the form until then */
  | { readonly kind: "gone"; readonly alternatives: readonly OfferedStart[]; readonly until?: Instant };

export interface Booked {
  readonly booking: PageBooking;
  /** of the guest's own link; undefined: it is in a mail, and only who can read that may have it */
  readonly token: string | undefined;
}

const GONE: BookRefusal = { kind: "gone", alternatives: [] };

/**
 * Books a time for a guest: the verdict, the booking, the hosts' time, the event and the mails are one transaction. Where the server sends
 * mail it is a hold of fifteen minutes until the guest has followed the link in theirs, unless they book by their account; a form that is
 * sent again is the same booking.
 * @param network of the request, by which it is counted
 */
export async function bookStart(
  app: App,
  found: FoundPage,
  asked: AskedType,
  form: GuestForm,
  network: string,
): Promise<Result<Booked, BookRefusal>> {
  const fields = wrongFields(app, asked.type, form);
  if (fields.length > 0) return failed({ kind: "wrong", fields });
  if (!isNearNow(form.start, form.length, app.now())) return withAlternatives(app, asked, form, GONE);
  const before = await app.storage.read((tx) => tx.pageBookings.byOnce(found.page.id, form.once));
  if (before) return ok(await bookedAs(app, before, form));
  const begun = await app.storage.read((tx) => fillingOf(tx, found.page.id, form.once));
  // What a form keeps was counted when it was begun.
  const retryAfter = begun ? 0 : await spendAttempt(app, app.pageRequests, `page ${network}`);
  if (retryAfter > 0) return failed({ kind: "tooMany", of: "network", retryAfter });
  const id = app.newId() as PageBookingId;
  const { hash } = await guestToken(app, id);
  const write = () =>
    asOne<PageBooking, BookRefusal>(app, [], (inside) =>
      inside.storage.write((tx) => bookIn(inside, tx, found, asked, { form, id, hash })),
    );
  // What a form keeps already nobody else is before.
  const done = begun ? await write() : await inTurn(app, asked, form, write);
  if (done.ok) return ok(await bookedAs(app, done.value, form));
  const isTold = done.problem.kind === "gone" && done.problem.alternatives.length > 0;
  return isTold ? done : withAlternatives(app, asked, form, done.problem);
}

/** Whose form for a time is being written by this process: all others for the same time wait until it is. */
const leaders = new Leaders();
/** Whoever has waited this long stands in line for the lock, as if nobody else had asked for the time. */
const MOST_WAIT = 2 * SECOND;

/**
 * Writes what a guest has filled in. Where many want one time, one at a time writes: all others wait for that without a lock, and hear from one
 * reading for all of them whether it is still there.
 */
function inTurn(
  app: App,
  asked: AskedType,
  form: GuestForm,
  work: () => Promise<Result<PageBooking, BookRefusal>>,
): Promise<Result<PageBooking, BookRefusal>> {
  const { page, eventType } = asked;
  app.storage.leaveSnapshot();
  return leaders.inTurn([page.id, eventType.id, form.start].join(" "), MOST_WAIT, work, async () => {
    const near = await timesNear(app, asked, form, ianaZone(form.timeZone) ?? UTC);
    app.storage.leaveSnapshot();
    const offered = near.starts.find(({ start }) => start === form.start);
    if (offered?.lengths.includes(form.length) === true) return undefined;
    // The form itself may be what took it, if it was sent twice.
    const same = await app.storage.read((tx) => tx.pageBookings.byOnce(page.id, form.once));
    return same ? ok(same) : goneNear(form, near);
  });
}

/** Who hears from what all are told that their time is taken. */
function goneNear({ start }: GuestForm, { filled, nearest }: NearTimes): Result<never, BookRefusal> {
  const until = filled.find((each) => each.start === start)?.until;
  return failed({ ...GONE, alternatives: nearest, ...(until !== undefined && { until }) });
}

/** Whoever sends somebody else's form again from their own account has proved nothing of that. */
async function bookedAs(app: App, booking: PageBooking, form: GuestForm): Promise<Booked> {
  const { mail } = booking;
  const isProved = form.isProved === true && mail === form.mail.toLowerCase();
  const isByMail = provesByMail(app, { mail, isProved });
  return { booking, token: isByMail ? undefined : (await guestToken(app, booking.id)).token };
}

/** A refusal with the nearest times that are free. */
export async function withAlternatives(
  app: App,
  asked: AskedType,
  wish: Pick<GuestForm, "start" | "length" | "timeZone">,
  refusal: BookRefusal,
  own: readonly PageBooking[] = [],
): Promise<Result<never, BookRefusal>> {
  if (refusal.kind !== "gone") return failed(refusal);
  const zone = ianaZone(wish.timeZone) ?? UTC;
  return failed({ ...refusal, alternatives: (await timesNear(app, asked, wish, zone, own)).nearest });
}

interface NewBooking {
  readonly form: GuestForm;
  readonly id: PageBookingId;
  readonly hash: string;
}

async function bookIn(
  app: App,
  tx: WriteTransaction,
  { page, link }: FoundPage,
  asked: AskedType,
  { form, id, hash }: NewBooking,
): Promise<Result<PageBooking, BookRefusal>> {
  const { type, eventType } = asked;
  const now = app.now();
  await lockForBooking(tx, await partiesOf(tx, page, type), roomIds(type));
  const before = await tx.pageBookings.byOnce(page.id, form.once);
  if (before) return ok(before);
  const mail = form.mail.toLowerCase();
  const tooMany = await tooManyOf(app, tx, asked, mail);
  if (tooMany) return failed(tooMany);
  const end = form.start + form.length;
  const begun = await fillingOf(tx, page.id, form.once);
  const judged = await judgedFor(app, tx, asked, { start: form.start, end }, begun);
  if (!judged.ok) return judged;
  const { gathered, verdict } = judged.value;
  const granted = await timeGranted({ app, tx, now }, asked, gathered, verdict, begun);
  if (begun) await endFilling(tx, begun, now);
  const taking = { ...granted, id, startsAt: form.start, endsAt: end };
  const needsApproval = verdict.needsApproval || (await awaitsRoom({ tx, now }, type, taking));
  const booking: PageBooking = {
    ...standingOf(app, gathered, needsApproval, form),
    ...taking,
    pageId: page.id,
    typeId: eventType.id,
    before: gathered.prepared.before,
    after: gathered.prepared.after,
    linkId: link?.id ?? null,
    name: oneLine(form.name),
    isNameShown: form.isNameShown && type.showsGuests === true,
    mail,
    language: form.language,
    timeZone: form.timeZone,
    answers: form.answers,
    place: placeOf(type, form, id) || (await roomName(tx, granted.roomId)),
    tokenHash: hash,
    once: form.once,
    moves: 0,
    reason: "",
    createdAt: now,
    changedAt: now,
    deleteAfter: end + page.keepDays * DAY,
  };
  if ((await tx.pageBookings.insert(booking)) === "duplicate") return failed(GONE);
  if (!(await claimTime({ app, tx, now }, type, booking))) return failed(GONE);
  if (booking.state === "held") {
    await enqueuePageNotice({ app, tx, now }, booking, "verify");
    return ok(booking);
  }
  return settleBooking({ app, tx, now }, asked, booking);
}

/**
 * The verdict on a guest's wish, with the facts that it was made of.
 * @param begun what the guest has while they fill in the form: it does not stand in its own way
 */
async function judgedFor(
  app: App,
  tx: WriteTransaction,
  asked: AskedType,
  wish: StartWish,
  begun: PageBooking | undefined,
): Promise<Result<{ readonly gathered: GatheredFacts; readonly verdict: StartGranted }, BookRefusal>> {
  const now = app.now();
  const own = begun ? [begun] : [];
  const gathered = await gatherPageFacts(app, tx, asked, { from: wish.start, to: wish.end }, own);
  // While the form is filled in it is judged as of when it was begun: notice that has begun since counts for nothing.
  const isKept = begun?.startsAt === wish.start && isStanding(begun, now);
  const verdict = judgeStart(gathered.prepared, gathered.facts, wish, isKept ? begun.createdAt : now);
  if (verdict.ok) return ok({ gathered, verdict });
  const until = await whileOthersFill(app, tx, asked, gathered, wish, own);
  return failed(until === undefined ? GONE : { ...GONE, until });
}

/** A guest who is told no other place is told the room; empty: there is none. */
export async function roomName(tx: WriteTransaction, room: string | null | undefined): Promise<string> {
  const known = room ? await tx.principals.byId(room as PrincipalId) : undefined;
  return known?.displayName ?? "";
}

/** Who is locked before a booking at a page, besides its rooms. */
export async function partiesOf(
  tx: WriteTransaction,
  { accountId }: BookingPage,
  type: EventType | undefined,
): Promise<readonly PrincipalId[]> {
  if (!type) return [accountId];
  const party = roomIds(type).length === 0 ? undefined : await roomParty(tx, type);
  return [accountId, ...hostIds(type), ...(party === undefined ? [] : [party])];
}

/** Takes the time of a booking of everybody whose it is: the hosts, and its room as long as it has no event. @returns false: somebody has a part of it */
export const claimTime = async (
  write: { readonly app: App; readonly tx: WriteTransaction; readonly now: number },
  type: EventType,
  booking: PageBooking,
): Promise<boolean> =>
  (await claimHosts(write.tx, booking, write.now)) && (await holdRoom(write, type, booking));

const provesByMail = ({ outside }: App, { mail, isProved }: Pick<GuestForm, "mail" | "isProved">): boolean =>
  isProved !== true && outside?.reaches(mail) === true && outside.isWithoutLinks !== true;

/**
 * Guests with a mail address that can be reached prove that it is theirs, unless it is their account's; without mail the link of the page
 * itself is all there is.
 */
function standingOf(
  app: App,
  { prepared }: GatheredFacts,
  needsApproval: boolean,
  form: GuestForm,
): Pick<PageBooking, "state" | "expiresAt"> {
  const now = app.now();
  if (provesByMail(app, form)) return { state: "held", expiresAt: now + app.limits.pageHoldMinutes * MINUTE };
  if (needsApproval) return { state: "requested", expiresAt: requestLapses(prepared, form.start, now) };
  return { state: "confirmed", expiresAt: null };
}

async function tooManyOf(
  { limits, now }: App,
  tx: WriteTransaction,
  { page }: AskedType,
  mail: string,
): Promise<BookRefusal | undefined> {
  const open = (await tx.pageBookings.openOfMail(page.id, mail, now())).filter((each) =>
    isStanding(each, now()),
  );
  const held = open.filter(({ state }) => state === "held");
  if (held.length >= limits.pageHoldsPerGuest) {
    const [first = now()] = held.flatMap(({ expiresAt }) => expiresAt ?? []).toSorted((a, b) => a - b);
    return { kind: "tooMany", of: "holds", retryAfter: Math.max(1, Math.ceil((first - now()) / 1_000)) };
  }
  if (open.length < limits.pageBookingsPerGuest) return undefined;
  return { kind: "tooMany", of: "bookings", retryAfter: 3_600 };
}

/**
 * Makes a booking whose time is claimed what its state says: a use of its link, its event once it is confirmed, its mails. It is part of
 * the transaction that has judged it.
 */
export async function settleBooking(
  write: { readonly app: App; readonly tx: WriteTransaction; readonly now: number },
  asked: AskedType,
  booking: PageBooking,
): Promise<Result<PageBooking, BookRefusal>> {
  const { tx, now } = write;
  if (booking.linkId !== null && !(await tx.bookingLinks.use(booking.linkId, now)))
    return failed({ kind: "linkOver" });
  if (booking.state !== "confirmed") {
    await enqueuePageNotice(write, booking, "requested");
    await noteLapse(write, booking);
    return ok(booking);
  }
  return confirmIn(write, asked, booking);
}

/** Has the guest told when nobody has answered their request in time. */
export async function noteLapse(
  write: { readonly app: App; readonly tx: WriteTransaction; readonly now: number },
  booking: PageBooking,
): Promise<void> {
  if (booking.state === "requested" && booking.expiresAt !== null)
    await enqueuePageNotice(write, booking, "lapsed", { at: booking.expiresAt });
}

/**
 * Writes the event of a booking that is confirmed from now on, and tells guest and host.
 * @param isByHost a host has said yes, and the guest alone is told
 */
export async function confirmIn(
  write: { readonly app: App; readonly tx: WriteTransaction; readonly now: number },
  asked: AskedType,
  booking: PageBooking,
  isByHost = false,
): Promise<Result<PageBooking, BookRefusal>> {
  const { tx } = write;
  const sharing = await tx.pageBookings.ofTime(booking.timeId);
  const objectId =
    sharing.find((each) => each.objectId !== null && each.state === "confirmed")?.objectId ?? null;
  const room = objectId === null ? await takeRoom(write, asked.type, booking) : ok(undefined);
  if (!room.ok) return failed(GONE);
  const written = await writeBookedEvent(write, asked, { ...booking, objectId }, room.value);
  // The host's calendar is full, or there is none for events.
  if (!written.ok) return failed({ kind: "unavailable" });
  await tx.pageBookings.update(booking.id, { objectId: written.value });
  const done = { ...booking, objectId: written.value };
  await enqueuePageNotice(write, done, "confirmed", { isByHost });
  await scheduleReminders(write, asked.type, done);
  return ok(done);
}
