import { formatLocalDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { objectFromEvent } from "@snart/calendar/jscalendar/from-jscalendar.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { SECOND, type Instant } from "@snart/calendar/time/instant.ts";
import type { Booking } from "../../storage/records/bookings.ts";
import type { ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import { defaultCalendarOf } from "../calendars/default-calendar.ts";
import { grantHidden, grantIn, type CalendarGrant } from "../grants.ts";
import { schedulingActor } from "../actor.ts";
import { checkCalendar, type CheckedObject } from "../objects/prepare-object.ts";
import { addressOf, lastingAddressOf } from "../principal-address.ts";
import type { Problem } from "../problems.ts";
import { SENDS, type WriteScope } from "../scope.ts";
import { storeObject } from "../write/store-object.ts";
import type { Judged } from "./verdict.ts";

/** What is booked. */
interface BookedThing {
  readonly seen: Pick<Judged["seen"], "principal" | "bookable" | "inForce">;
}

/** The time that is booked; the end is exclusive. */
interface BookedSpan {
  readonly start: Instant;
  readonly end: Instant;
}

/** A time that the verdict gives to a party. */
interface GrantedTime extends BookedThing, BookedSpan, Pick<WriteScope, "actor" | "offersLater"> {
  /** In whose calendar it stands. */
  readonly owner: Principal;
  readonly partyId: PrincipalId;
  readonly bookedBy: PrincipalId;
  /** Nobody else's of `bookedBy`. */
  readonly key: string;
  readonly unit: number;
  readonly state: "requested" | "confirmed";
}

/** Books what is granted, in the transaction of its verdict: the parties and the bookable are locked. */
export async function bookGranted(
  { app, tx, now }: Pick<WriteScope, "app" | "tx" | "now">,
  { owner, actor, seen, start, end, offersLater, unit, state, ...terms }: GrantedTime,
): Promise<Result<Booking, Problem>> {
  const { partyId, bookedBy, key } = terms;
  const scope: WriteScope = {
    app,
    tx,
    actor,
    accountId: owner.id,
    modseq: await tx.lockAccount(owner.id),
    now,
    scheduling: SENDS,
    ...(offersLater && { offersLater }),
    booking: { partyId, bookedBy, key, dates: new Map([[null, { unit, state }]]) },
  };
  const stored = await storeBookingEvent(scope, owner, { seen }, { start, end });
  if (!stored.ok) return stored;
  const made = await tx.bookings.byKey(bookedBy, key);
  if (!made) throw new Error("an event was written and nothing was booked");
  return ok(made);
}

/**
 * Writes a booking as the event that it is: in its owner's calendar, with the thing as its guest, which answers in the same write by the
 * verdict in `scope.booking`.
 * @param scope of the owner's account
 */
async function storeBookingEvent(
  scope: WriteScope,
  owner: Principal,
  { seen }: BookedThing,
  span: BookedSpan,
): Promise<Result<ObjectId, Problem>> {
  const { app, tx } = scope;
  const calendar = await defaultCalendarOf(tx, owner, "VEVENT");
  if (!calendar) return failed({ code: "default-calendar-needed" });
  const id = app.newId() as ObjectId;
  const checked = bookingEvent(scope, id, owner, { seen }, span);
  if (!checked.ok) return checked;
  const grant = await ownGrant(scope, owner, calendar.id);
  const stored = await storeObject(scope, grant, { uri: `${id}.ics`, id, current: undefined }, checked.value);
  return stored.ok ? ok(id) : stored;
}

/** @returns the grant of an account's owner for a calendar of theirs */
export async function ownGrant(
  { tx }: Pick<WriteScope, "tx">,
  owner: Principal,
  calendarId: CalendarGrant["calendar"]["id"],
): Promise<CalendarGrant> {
  if (owner.status === "deleted") return grantHidden(tx, owner, calendarId);
  const grants = await grantIn(tx, schedulingActor(owner), owner.id);
  const grant = grants.find(({ calendar }) => calendar.id === calendarId);
  if (!grant) throw new Error(`calendar ${calendarId} is not of ${owner.id}`);
  return grant;
}

function bookingEvent(
  { app, now }: WriteScope,
  uid: ObjectId,
  owner: Principal,
  { seen: { principal, bookable, inForce } }: BookedThing,
  { start, end }: BookedSpan,
): Result<CheckedObject, Problem> {
  const { zone } = inForce.prepared;
  const { place, type } = bookable;
  const event: JSEvent = {
    "@type": "Event",
    uid,
    title: principal.displayName,
    start: formatLocalDateTime(zone.toLocal(start)),
    timeZone: zone.id,
    duration: `PT${Math.round((end - start) / SECOND)}S`,
    ...(place !== "" && { locations: { place: { "@type": "Location", name: place } } }),
    organizerCalendarAddress: addressOf(owner),
    participants: {
      owner: {
        ...participant(owner, owner.kind === "group" ? "group" : "individual"),
        roles: { owner: true, attendee: true },
        participationStatus: "accepted",
      },
      bookable: participant(principal, type === "ROOM" ? "location" : "resource"),
    },
  };
  const made = objectFromEvent(event, { uid, now, prodId: app.prodId });
  if (!made.ok) return failed({ code: "invalid-calendar-data", problem: made.problem });
  return checkCalendar(app, made.value);
}

const participant = (principal: Principal, kind: "individual" | "group" | "location" | "resource") => ({
  name: principal.displayName,
  calendarAddress: principal.kind === "bookable" ? lastingAddressOf(principal) : addressOf(principal),
  kind,
  roles: { attendee: true },
});
