import { ANSWER_MARKS, answerMarks, withoutMarked } from "@snart/calendar/scheduling/own/guest-answers.ts";
import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import { eventFromObject } from "@snart/calendar/jscalendar/to-jscalendar.ts";
import type { JSEvent, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { languages } from "@snart/locales/language.ts";
import type { PageBooking } from "../../../storage/records/booking-pages.ts";
import type { ObjectId, PrincipalId } from "../../../storage/records/ids.ts";
import { schedulingActor } from "../../actor.ts";
import { ReadObject, readIfReadable } from "../../objects/read-stored.ts";
import type { WriteScope } from "../../scope.ts";
import { updateEvent } from "../../write/update-event.ts";
import { answersText, isOfPage } from "../booked-event.ts";

export type Writing = Pick<WriteScope, "app" | "tx" | "now">;

/** What is known of a guest who is to be forgotten, and of what they were asked. */
export type KnownGuest = Pick<PageBooking, "id" | "name" | "mail" | "answers" | "place">;
type KnownType = Pick<EventType, "questions" | "places">;

/** An event that can't be read, or that its host may not change, stays as it is. */
export async function forgetInEvent(
  write: Writing,
  accountId: PrincipalId,
  id: ObjectId,
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
export function withoutGuest(event: JSEvent, booking: KnownGuest, type: KnownType | undefined): PatchObject {
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

/**
 * The description without the lines of answers: those that the event marks as such, and those that the answers make by themselves, as a
 * calendar app may have dropped the marks, and older events have none.
 */
function textWithoutAnswers(
  { description = "", ...event }: JSEvent,
  { answers }: KnownGuest,
  type: KnownType | undefined,
): string {
  const own = (event as Readonly<Record<string, unknown>>)[ANSWER_MARKS];
  const made = languages.flatMap((each) => answerMarks(answersText(type?.questions ?? [], answers, each)));
  const left = withoutMarked(description, new Set([...(Array.isArray(own) ? own : []), ...made]));
  if (left !== description.trim()) return left;
  // Neither marks nor the same questions any more: what was said by itself.
  const words = answers.filter((each) => typeof each === "string" && each.trim().length > 1);
  return words.reduce<string>((rest, each) => rest.replaceAll(String(each), "…"), description);
}
