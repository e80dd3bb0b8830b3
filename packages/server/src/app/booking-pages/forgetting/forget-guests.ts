import { ANSWER_MARKS, answerMarks, withoutMarked } from "@snart/calendar/scheduling/own/guest-answers.ts";
import type { EventType, Place } from "@snart/calendar/booking-page/event-type.ts";
import { eventFromObject } from "@snart/calendar/jscalendar/to-jscalendar.ts";
import type { JSEvent, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { languages } from "@snart/locales/language.ts";
import type { WriteTransaction } from "../../../storage/port.ts";
import type { KeptEvent } from "../../../storage/port/history.ts";
import type { PageBooking } from "../../../storage/records/booking-pages.ts";
import type { PrincipalId } from "../../../storage/records/ids.ts";
import { schedulingActor } from "../../actor.ts";
import type { App } from "../../app.ts";
import { lockForBooking } from "../../bookings/lock-for-booking.ts";
import { removeAbout } from "../../notices/remove-about.ts";
import { ReadObject, readIfReadable } from "../../objects/read-stored.ts";
import { principalOf } from "../../principal-address.ts";
import type { WriteScope } from "../../scope.ts";
import { updateEvent } from "../../write/update-event.ts";
import { PAGE_BOOKING_MAIL } from "../notice.ts";
import { answersText } from "../booked-event.ts";

type Writing = Pick<WriteScope, "app" | "tx" | "now">;

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

async function forgetInbox(tx: WriteTransaction, accountId: PrincipalId, timeId: string): Promise<void> {
  for (const { uid, uri } of await tx.inbox.list(accountId, Number.MAX_SAFE_INTEGER))
    if (uid === timeId) await tx.inbox.remove(accountId, uri, await tx.lockAccount(accountId));
}

/** An event that can't be read, or that its host may not change, stays as it is. */
async function forgetInEvent(
  write: Writing,
  accountId: PrincipalId,
  id: Parameters<WriteTransaction["objects"]["byId"]>[0],
  patchOf: (event: JSEvent) => PatchObject,
): Promise<void> {
  const { tx } = write;
  const stored = await tx.objects.byId(id);
  const object = stored && readIfReadable(stored);
  const event = object?.type === "VEVENT" ? eventFromObject(object) : undefined;
  const owner = await tx.principals.byId(accountId);
  if (!stored || !event?.ok || !owner) return;
  const patch = patchOf(event.value);
  if (Object.keys(patch).length === 0) return;
  const modseq = await tx.lockAccount(accountId);
  await updateEvent(
    { ...write, actor: schedulingActor(owner), accountId, modseq },
    new ReadObject(stored),
    patch,
  );
}

/** What takes out of an event what a guest has said of themselves; what its host has written stays. */
function withoutGuest(event: JSEvent, booking: PageBooking, type: EventType | undefined): PatchObject {
  const { title = "", description = "", participants = {}, locations = {} } = event;
  const named = ` – ${booking.name}`;
  const left = textWithoutAnswers(event, booking, type);
  const isGuest = (address: string | undefined): boolean =>
    address?.toLowerCase() === `mailto:${booking.mail}`;
  return Object.fromEntries([
    ...(title.endsWith(named) ? [["title", title.slice(0, -named.length)]] : []),
    ...(left === description ? [] : [["description", left === "" ? null : left]]),
    ...(ANSWER_MARKS in event ? [[ANSWER_MARKS, null]] : []),
    ...Object.entries(participants)
      .filter(([, { calendarAddress, roles }]) => isGuest(calendarAddress) && roles?.["owner"] !== true)
      .map(([key]) => [`participants/${key}`, null]),
    ...(isOfPage(booking, type?.places)
      ? []
      : Object.entries(locations)
          .filter(([, { name }]) => name === booking.place)
          .map(([key]) => [`locations/${key}`, null])),
  ]) as PatchObject;
}

/** Whether the page says where it takes place, and not the guest. */
const isOfPage = ({ id, place }: PageBooking, places: readonly Place[] = []): boolean =>
  place === "" ||
  places.some(
    (each) =>
      (each.kind === "address" && each.address === place) ||
      (each.kind === "video" && each.url.replaceAll("{booking}", id) === place),
  );

/**
 * The description without the lines of answers: those that the event marks as such, and those that the answers make by themselves, as a
 * calendar app may have dropped the marks, and older events have none.
 */
function textWithoutAnswers(
  { description = "", ...event }: JSEvent,
  { answers }: PageBooking,
  type: EventType | undefined,
): string {
  const own = (event as Readonly<Record<string, unknown>>)[ANSWER_MARKS];
  const made = languages.flatMap((each) => answerMarks(answersText(type?.questions ?? [], answers, each)));
  const left = withoutMarked(description, new Set([...(Array.isArray(own) ? own : []), ...made]));
  if (left !== description.trim()) return left;
  // Neither marks nor the same questions any more: what was said by itself.
  const words = answers.filter((each) => typeof each === "string" && each.trim().length > 1);
  return words.reduce<string>((rest, each) => rest.replaceAll(String(each), "…"), description);
}
