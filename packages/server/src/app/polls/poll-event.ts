import { formatLocalDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { objectFromEvent } from "@snart/calendar/jscalendar/from-jscalendar.ts";
import { zonedTimes } from "@snart/calendar/jscalendar/item-time.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import type { PollOption } from "@snart/calendar/poll/poll.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import type { ObjectId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Poll } from "../../storage/records/polls.ts";
import { schedulingActor } from "../actor.ts";
import { ownGrant } from "../bookings/booking-event.ts";
import { defaultCalendarOf } from "../calendars/default-calendar.ts";
import { checkCalendar } from "../objects/prepare-object.ts";
import { ReadObject } from "../objects/read-stored.ts";
import type { Problem } from "../problems.ts";
import type { WriteScope } from "../scope.ts";
import { removeStored } from "../write/delete-object.ts";
import { storeObject, type StoreOutcome } from "../write/store-object.ts";
import type { Noticing } from "./notice.ts";

/** A write into the calendar of whose a poll is or of one of its voters, who is locked. */
export async function ownerScope(write: Noticing, owner: Principal): Promise<WriteScope> {
  const modseq = await write.tx.lockAccount(owner.id);
  return { ...write, actor: schedulingActor(owner), accountId: owner.id, modseq };
}

/** Removes an event of a poll from somebody's calendar, if it is still there; whom it tells is said by the scope. */
export async function removePollEvent(
  scope: WriteScope,
  owner: Principal,
  objectId: ObjectId,
): Promise<Result<void, Problem>> {
  const stored = await scope.tx.objects.byId(objectId);
  if (stored?.accountId !== owner.id) return ok(undefined);
  const grant = await ownGrant(scope, owner, stored.calendarId);
  const gone = await removeStored(scope, grant, new ReadObject(stored));
  return gone.ok ? ok(undefined) : gone;
}

/** The event that an option is, or would be. */
export function pollEvent(
  poll: Pick<Poll, "title" | "description" | "place" | "isAllDay" | "length" | "timeZone">,
  { start }: Pick<PollOption, "start">,
): Omit<JSEvent, "uid"> {
  const { title, description, place, isAllDay, length } = poll;
  return {
    "@type": "Event",
    title,
    ...(description !== "" && { description }),
    ...(place !== "" && { locations: { place: { "@type": "Location", name: place } } }),
    ...(isAllDay
      ? {
          start: formatLocalDateTime(UTC.toLocal(start)),
          showWithoutTime: true,
          duration: `P${Math.round(length / DAY)}D`,
        }
      : zonedTimes(poll.timeZone, start, start + length)),
  };
}

/** Writes an event of a poll into somebody's calendar. */
export async function storePollEvent(
  scope: WriteScope,
  owner: Principal,
  event: Omit<JSEvent, "uid">,
): Promise<Result<{ readonly id: ObjectId; readonly outcome: StoreOutcome }, Problem>> {
  const { app, tx, now } = scope;
  const calendar = await defaultCalendarOf(tx, owner, "VEVENT");
  if (!calendar) return failed({ code: "default-calendar-needed" });
  const id = app.newId() as ObjectId;
  const made = objectFromEvent({ ...event, uid: id } as JSEvent, { uid: id, now, prodId: app.prodId });
  if (!made.ok) return failed({ code: "invalid-calendar-data", problem: made.problem });
  const checked = checkCalendar(app, made.value);
  if (!checked.ok) return checked;
  const grant = await ownGrant(scope, owner, calendar.id);
  const stored = await storeObject(scope, grant, { uri: `${id}.ics`, id, current: undefined }, checked.value);
  return stored.ok ? ok({ id, outcome: stored.value }) : stored;
}
