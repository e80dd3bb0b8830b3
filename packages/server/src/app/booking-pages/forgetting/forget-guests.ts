import { DAY } from "@snart/calendar/time/instant.ts";
import type { WriteTransaction } from "../../../storage/port.ts";
import type { KeptEvent } from "../../../storage/port/history.ts";
import type { PageBooking } from "../../../storage/records/booking-pages.ts";
import type { PrincipalId } from "../../../storage/records/ids.ts";
import type { App } from "../../app.ts";
import { lockForBooking } from "../../bookings/lock-for-booking.ts";
import { removeAbout } from "../../notices/remove-about.ts";
import { principalOf } from "../../principal-address.ts";
import { PAGE_BOOKING_MAIL } from "../notice.ts";
import { forgetInEvent, withoutGuest, type Writing } from "./without-guest.ts";

/** That somebody was there counts as long in the limits of a month, and for whose turn it is; nobody remembers who. */
const COUNTED_DAYS = 32;

/** What is left of somebody. */
const NOBODY = {
  name: "",
  isNameShown: false,
  mail: "",
  language: "en-GB",
  timeZone: "Etc/UTC",
  answers: [],
  place: "",
  reason: "",
} as const;

/**
 * Deletes what is known of guests whose date has come: with their bookings, in every event that was ever under its UID with its former
 * texts, in whoever's calendar or trash it is, in what people were told of it, and in the log of mails. Nobody is written to. That a time
 * was booked stays as long as it counts.
 * @returns how many guests; those whose booking counts for nothing are left to `PageBookingWrites.forget`
 */
export async function forgetGuests(app: App, tx: WriteTransaction, limit: number): Promise<number> {
  const now = app.now();
  const due = await tx.pageBookings.due(now, limit);
  const found = new Map<PageBooking, Kept>();
  for (const booking of due) {
    const later = await isLaterUnder(tx, booking, now);
    if (later === undefined) found.set(booking, await keptOf(tx, booking));
    else await tx.pageBookings.update(booking.id, { deleteAfter: later });
  }
  await lockForBooking(
    tx,
    [...found.values()].flatMap(({ accountIds }) => accountIds),
    [],
  );
  for (const [booking, kept] of found) {
    const { id, state, endsAt } = booking;
    await forgetInEvents({ app, tx, now }, booking, kept);
    const counts = state === "confirmed" ? endsAt + COUNTED_DAYS * DAY : now;
    const secrets = { tokenHash: `forgotten ${id}`, once: `forgotten ${id}` };
    await tx.pageBookings.update(id, { ...NOBODY, ...secrets, deleteAfter: Math.max(now, counts) });
  }
  return due.length;
}

/** When the same guest is forgotten under the same UID: what they had with somebody else before goes with it. */
async function isLaterUnder(
  tx: WriteTransaction,
  { timeId, mail }: PageBooking,
  now: number,
): Promise<number | undefined> {
  const all = await tx.pageBookings.ofTime(timeId);
  const dates = all.filter((each) => each.mail === mail).map(({ deleteAfter }) => deleteAfter);
  const last = Math.max(...dates);
  return last > now ? last : undefined;
}

interface Kept {
  readonly accountIds: readonly PrincipalId[];
  readonly events: readonly KeptEvent[];
}

/** Where something of a booking is: what guests with an account have in their own calendar is theirs. */
async function keptOf(tx: WriteTransaction, { hosts, roomId, timeId, mail }: PageBooking): Promise<Kept> {
  const receiving = [...hosts, ...(roomId === null ? [] : [roomId])];
  const own = (await principalOf(tx, `mailto:${mail}`))?.id;
  const invited = await invitedTo(tx, await tx.history.everUnder(timeId, receiving));
  const all = await tx.history.everUnder(timeId, [...receiving, ...invited]);
  const events = all.filter(({ accountId }) => accountId !== own || receiving.includes(accountId));
  return { events, accountIds: [...new Set([...receiving, ...events.map(({ accountId }) => accountId)])] };
}

/** More former texts of one event say nothing new. */
const MOST_TEXTS = 100;
const ADDRESS = /(?:mailto|urn:uuid):[^\s"';,<>]+/gi;

/** Who has a copy of one of these events because they are or were invited to it. */
async function invitedTo(tx: WriteTransaction, events: readonly KeptEvent[]): Promise<PrincipalId[]> {
  const addresses = new Set<string>();
  for (const { id } of events)
    for (const each of [await tx.objects.byId(id), ...(await tx.changes.versions(id, MOST_TEXTS))])
      for (const [address] of each?.icalendar.replaceAll("\r\n ", "").matchAll(ADDRESS) ?? [])
        addresses.add(address.toLowerCase());
  const found: PrincipalId[] = [];
  for (const address of addresses) {
    const principal = await principalOf(tx, address);
    if (principal) found.push(principal.id);
  }
  return found;
}

async function forgetInEvents(write: Writing, booking: PageBooking, found: Kept): Promise<void> {
  const { tx } = write;
  const { pageId, typeId, timeId, mail } = booking;
  const type = (await tx.bookingPages.byId(pageId))?.types.find(({ id }) => id === typeId)?.type;
  for (const { id, accountId } of found.events) {
    await forgetInEvent(write, accountId, id, (event) => withoutGuest(event, booking, type));
    await tx.history.forgetFormer(id);
  }
  await removeAbout(tx, [timeId, ...found.events.map(({ id }) => id)]);
  for (const accountId of found.accountIds) {
    await forgetInbox(tx, accountId, timeId);
    await tx.mail.forgetOf(mail, { accountId, purpose: PAGE_BOOKING_MAIL, uid: timeId });
  }
}

/** Takes the messages about a UID out of an inbox. */
export async function forgetInbox(
  tx: WriteTransaction,
  accountId: PrincipalId,
  timeId: string,
): Promise<void> {
  for (const { uid, uri } of await tx.inbox.list(accountId, Number.MAX_SAFE_INTEGER))
    if (uid === timeId) await tx.inbox.remove(accountId, uri, await tx.lockAccount(accountId));
}
