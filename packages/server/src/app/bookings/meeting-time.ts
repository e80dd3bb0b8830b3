import { formatLocalDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { itemFromObject } from "@snart/calendar/jscalendar/to-jscalendar.ts";
import type { JsonValue, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { SECOND, type Instant } from "@snart/calendar/time/instant.ts";
import { ianaZone, type Zone } from "@snart/calendar/time/zone.ts";
import type { Booking } from "../../storage/records/bookings.ts";
import { schedulingActor } from "../actor.ts";
import type { ReadObject } from "../objects/read-stored.ts";
import type { Problem } from "../problems.ts";
import { SENDS, type BookingTerms } from "../scope.ts";
import { updateEvent } from "../write/update-event.ts";
import type { BookingAct } from "./act-on-booking.ts";
import { inAccount, meetingOf } from "./meeting.ts";

/** A piece of time; the end is exclusive. */
interface TimeOf {
  readonly start: Instant;
  readonly end: Instant;
}

/**
 * Gives the event of a booking another time within its own: the booker's, the thing's copy, and the copies of who else comes. A single
 * event keeps what it has of the thing without being judged; of a series, the date alone is changed.
 * @returns `booking-not-now` for an event that lasts whole days
 */
export async function changeMeetingTime(act: BookingAct, time: TimeOf): Promise<Result<undefined, Problem>> {
  const { write, booking, room } = act;
  const { tx } = write;
  const meeting = await meetingOf(tx, booking);
  const event = meeting && (meeting.organized ?? meeting.copy);
  const owner = event && (await tx.principals.byId(event.stored.accountId));
  if (!owner) return failed({ code: "not-found" });
  const patch = patchOf(act, event, time);
  if (!patch) return failed({ code: "booking-not-now" });
  const actor = schedulingActor(owner);
  const isOwn = owner.id === room.id;
  const scope = await inAccount({ ...write, actor }, owner.id, isOwn ? {} : SENDS);
  const terms = isOwn ? undefined : termsOf(booking);
  const written = await updateEvent(terms ? { ...scope, booking: terms } : scope, event, patch);
  return written.ok ? ok(undefined) : written;
}

/** What was granted to it before: a shorter time takes nothing from anybody. */
function termsOf({ partyId, bookedBy, key, unit, recurrenceId }: Booking): BookingTerms | undefined {
  if (partyId === null || recurrenceId !== null) return undefined;
  return { partyId, bookedBy, key, dates: new Map([[null, { unit, state: "confirmed" }]]) };
}

/** @returns undefined for whole days, and for clocks that are nowhere */
function patchOf(
  { booking: { recurrenceId, startsAt }, inForce }: BookingAct,
  { object }: ReadObject,
  { start, end }: TimeOf,
): PatchObject | undefined {
  const read = itemFromObject(object);
  if (!read.ok || read.value["@type"] !== "Event" || read.value.showWithoutTime === true) return undefined;
  const { timeZone = null, recurrenceOverrides } = read.value;
  const zone: Zone | undefined = timeZone === null ? inForce.prepared.zone : ianaZone(timeZone);
  if (!zone) return undefined;
  const local = (at: Instant): string => formatLocalDateTime(zone.toLocal(at));
  const times = {
    ...(start !== startsAt && { start: local(start) }),
    duration: `PT${Math.round((end - start) / SECOND)}S`,
  };
  if (recurrenceId === null) return times;
  const id = local(recurrenceId);
  const known = recurrenceOverrides?.[id] as Readonly<Record<string, JsonValue>> | undefined;
  return { [`recurrenceOverrides/${id}`]: { ...known, ...times } };
}
