import { BOOKED_HOST, bookingOfGuestKey, guestPlaceKey } from "@snart/calendar/access/booked-guests.ts";
import { eventFromObject } from "@snart/calendar/jscalendar/to-jscalendar.ts";
import type { JSEvent, Participant, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import type { Place, Question } from "@snart/calendar/booking-page/event-type.ts";
import { ANSWER_MARKS } from "@snart/calendar/scheduling/own/guest-answers.ts";
import type { ReadTransaction } from "../../../storage/port.ts";
import type { KeptEvent } from "../../../storage/port/history.ts";
import type { ObjectId, PageBookingId, PrincipalId } from "../../../storage/records/ids.ts";
import type { App } from "../../app.ts";
import { removeAbout } from "../../notices/remove-about.ts";
import { readIfReadable } from "../../objects/read-stored.ts";
import { PAGE_BOOKING_MAIL } from "../notice.ts";
import { forgetInbox } from "./forget-guests.ts";
import { forgetInEvent, withoutGuest, type KnownGuest, type Writing } from "./without-guest.ts";

// Before guests were forgotten in events as well (November 2026), only their bookings were deleted. Once, everything is looked through for
// events of bookings that are over and of which nothing is known any more.

const PLACE = "older-guests";
const ALL = "all";
const HEADS = 2_000;

/**
 * Does the next step of that; each goes on where the one before has ended, in whichever process.
 * @returns whether anything is left to do
 */
export async function forgetOlderGuests(app: App): Promise<boolean> {
  const step = await app.storage.read(async (tx) => {
    const after = (await tx.settings.get(PLACE)) ?? "";
    if (after === ALL) return undefined;
    const heads = await tx.objects.headsAfter(after as ObjectId | "", HEADS);
    const upTo = heads.length < HEADS ? null : (heads.at(-1)?.id ?? null);
    return { found: await tx.history.saying("JSID=guest-", { after, upTo }), end: upTo ?? ALL };
  });
  if (!step) return false;
  await app.storage.write(async (tx) => {
    const known = await tx.pageBookings.guestUids(step.found.map(({ uid }) => uid));
    for (const each of step.found)
      if (!known.has(each.uid)) await forgetIn({ app, tx, now: app.now() }, each);
    await tx.settings.replace(PLACE, step.end);
  }, "whole");
  return step.end !== ALL;
}

async function forgetIn(write: Writing, { id, accountId, uid }: KeptEvent): Promise<void> {
  const { tx, now } = write;
  const stored = await tx.objects.byId(id);
  const text = stored ?? (await tx.objects.removed(id));
  const object = text && readIfReadable(text);
  const event = object?.type === "VEVENT" ? eventFromObject(object) : undefined;
  if (!event?.ok || guestsOf(event.value).length === 0) return;
  if (stored && (stored.end === null || stored.end > now)) return;
  const asked = await askedBy(tx, accountId);
  const isUntouched = stored?.createdModseq === stored?.modseq;
  await forgetInEvent(write, accountId, id, (each) => withoutGuests(each, asked, isUntouched));
  await tx.history.forgetFormer(id);
  await removeAbout(tx, [id]);
  await forgetInbox(tx, accountId, uid);
  for (const { mail } of guestsOf(event.value))
    await tx.mail.forgetOf(mail, { accountId, purpose: PAGE_BOOKING_MAIL, uid });
}

/** Those whom a booking has put there; others may have keys that look like it, in events without its host. */
function guestsOf({ participants = {}, locations = {} }: JSEvent): readonly KnownGuest[] {
  if (participants[BOOKED_HOST]?.roles?.["owner"] !== true) return [];
  const said = Object.entries(locations).find(([key, { name = "" }]) => key === guestPlaceKey(name));
  const place = (said?.[1] ?? locations["place"])?.name ?? "";
  return Object.entries(participants).flatMap(
    ([key, { name = "", calendarAddress = "" }]: [string, Participant]) => {
      const id = bookingOfGuestKey(key);
      const mail = calendarAddress.toLowerCase().replace(/^mailto:/, "");
      return id === undefined ? [] : [{ id: id as PageBookingId, name, mail, place, answers: [] }];
    },
  );
}

interface Asked {
  readonly questions: readonly Question[];
  readonly places: readonly Place[];
}

/** What is asked at the pages of somebody and of their groups. */
async function askedBy(tx: ReadTransaction, accountId: PrincipalId): Promise<Asked> {
  const ids = [accountId, ...(await tx.principals.groupsOf(accountId))];
  const types = [];
  for (const id of ids)
    for (const page of await tx.bookingPages.ofAccount(id)) types.push(...page.types.map(({ type }) => type));
  return {
    questions: types.flatMap(({ questions = [] }) => questions),
    places: types.flatMap(({ places = [] }) => places),
  };
}

/** Which lines are answers is said by marks, or by the questions before them; where nobody has changed the event, all of it is. */
function withoutGuests(event: JSEvent, { questions, places }: Asked, isUntouched: boolean): PatchObject {
  const patches = guestsOf(event).map((guest) => withoutGuest(event, guest, { places }));
  const patch = Object.assign({}, ...patches) as PatchObject;
  const { description = "" } = event;
  if (description === "" || ANSWER_MARKS in event) return patch;
  const labels = questions.flatMap(({ label }) => Object.values(label)).map((label) => `${label}: `);
  const isAnswer = (line: string): boolean => isUntouched || labels.some((label) => line.startsWith(label));
  const left = description.split("\n").filter((line) => !isAnswer(line));
  return { ...patch, description: left.join("\n").trim() || null } as PatchObject;
}
