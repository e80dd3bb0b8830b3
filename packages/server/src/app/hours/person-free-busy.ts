import type { Window } from "@snart/calendar/recurrence/expand.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { AccessibleCalendar } from "../../storage/records/calendars.ts";
import type { ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import { reachesKind, type Actor } from "../actor.ts";
import type { App } from "../app.ts";
import {
  countsAsBusy,
  grantAccount,
  grantAll,
  isSubscribed,
  zoneNameOf,
  type CalendarGrant,
} from "../grants.ts";
import type { Problem } from "../problems.ts";
import { findPage } from "../objects/pages-by-size.ts";
import { maySeeBusyTimes } from "../visible-people.ts";
import { isAddressOf } from "../principal-address.ts";
import { BusySum, zoneFor, type PersonBusy } from "./busy-sum.ts";
import { plannedEvent, type PlannedEvent } from "./planned-event.ts";
import { storedHours } from "./stored-hours.ts";

interface PersonFreeBusyOptions {
  /** whether events that the actor may read are listed singly */
  readonly details?: boolean;
  /** the event being planned, which does not count; events that the actor may not know always count */
  readonly exceptUid?: string;
}

/**
 * A principal's busy times within a window, as far as the actor may know (JMAP Calendars, Principal/getAvailability):
 * events of calendars that count for the principal, with the principal's own answers, and the principal's
 * availability (RFC 7953). An actor who does not see all of the principal's busy times (`maySeeBusyTimes`) sees those
 * of the calendars with free/busy access. Secret events do not count, what can't be read counts as unavailable. With `details`, events that the actor may read,
 * and that are not private, are listed singly.
 * @returns `not-found` for a principal without any access, as for a missing one; `range-too-long` and
 * `too-many-occurrences` beyond the limits of a query
 */
export async function personFreeBusy(
  app: App,
  actor: Actor,
  principalId: PrincipalId,
  window: Window,
  { details = false, exceptUid }: PersonFreeBusyOptions = {},
): Promise<Result<PersonBusy, Problem>> {
  const asked = await app.storage.read((tx) => askedOf(tx, actor, principalId, exceptUid));
  if (!asked.ok) return asked;
  // Only an actor with access learns the limits.
  if (window.to - window.from > app.limits.queryRangeDays * DAY)
    return failed({ code: "range-too-long", limitDays: app.limits.queryRangeDays });
  const sum = new BusySum(app, window, {
    details,
    addresses: isAddressOf(asked.value.principal),
    planned: asked.value.planned,
  });
  const hours = sum.addHours(asked.value.availability, asked.value.hours.hours, asked.value.principal);
  if (!hours.ok) return hours;
  const lost = sum.addLost(asked.value.hours.lost);
  if (!lost.ok) return lost;
  for (const counted of asked.value.calendars) {
    const added = await addCalendar(app, actor, asked.value.principal, counted, sum);
    if (!added.ok) return added;
  }
  return sum.result();
}

/** A calendar that counts, and how. */
interface CountedCalendar {
  readonly calendar: AccessibleCalendar["calendar"];
  /** IANA name of its zone for the principal. */
  readonly zoneName: string | null;
  /** The sharee whose own parts replace the owner's; undefined: the principal owns it. */
  readonly sharee: PrincipalId | undefined;
  readonly isAttending: boolean;
}

interface Asked {
  readonly principal: Principal;
  readonly calendars: readonly CountedCalendar[];
  readonly availability: string | undefined;
  /** availability stored in the calendars */
  readonly hours: Awaited<ReturnType<typeof storedHours>>;
  readonly planned: PlannedEvent | undefined;
}

/** The principal, with what counts and the actor may know. */
async function askedOf(
  tx: ReadTransaction,
  actor: Actor,
  principalId: PrincipalId,
  exceptUid: string | undefined,
): Promise<Result<Asked, Problem>> {
  const principal = await tx.principals.byId(principalId);
  const known = await freeBusyCalendars(tx, actor);
  const isAllSeen = principal !== undefined && (await maySeeBusyTimes(tx, actor, principal));
  const isKnown =
    isAllSeen ||
    (await grantAccount(tx, actor, principalId)).ok ||
    [...known.values()].some(({ calendar }) => calendar.accountId === principalId);
  if (!principal || principal.status !== "active" || !isKnown) return failed({ code: "not-found" });
  const accessible = await tx.calendars.accessibleTo(principalId);
  const counted = accessible
    .filter((one) => countsAs(one) !== "none")
    .filter(({ calendar }) => isAllSeen || known.has(calendar.id));
  const own = counted.filter(({ calendar }) => calendar.accountId === principalId);
  return ok({
    principal,
    hours: await storedHours(
      tx,
      own.map(({ calendar }) => calendar.id),
    ),
    calendars: counted.map((one) => ({
      calendar: one.calendar,
      zoneName: zoneNameOf(one),
      sharee: one.isOwner ? undefined : principalId,
      isAttending: countsAs(one) === "attending",
    })),
    availability: await tx.principals.availability(principalId),
    planned: exceptUid === undefined ? undefined : await plannedEvent(tx, actor, exceptUid),
  });
}

/** The calendars that give the actor free/busy access. */
async function freeBusyCalendars(
  tx: ReadTransaction,
  actor: Actor,
): Promise<ReadonlyMap<string, CalendarGrant>> {
  if (!reachesKind(actor, "VEVENT")) return new Map();
  const grants = (await grantAll(tx, actor)).filter(({ rights }) => rights.mayReadFreeBusy);
  return new Map(grants.map((grant) => [grant.calendar.id, grant]));
}

/** A calendar that was left does not count. */
const countsAs = (accessible: AccessibleCalendar): "all" | "attending" | "none" =>
  isSubscribed(accessible) ? countsAsBusy(accessible) : "none";

/** Adds the busy times of one calendar, page by page; the right is checked again with each. */
async function addCalendar(
  app: App,
  actor: Actor,
  principal: Principal,
  { calendar, zoneName, sharee, isAttending }: CountedCalendar,
  sum: BusySum,
): Promise<Result<undefined, Problem>> {
  const zone = zoneFor(zoneName, principal);
  const { from, to } = sum.window;
  const turn = app.turns.of(actor.principalId);
  let afterId: ObjectId | undefined;
  for (;;) {
    const page = await app.storage.read(async (tx) => {
      const grant = (await freeBusyCalendars(tx, actor)).get(calendar.id);
      const isSeen = grant !== undefined || (await maySeeBusyTimes(tx, actor, principal));
      const after = afterId !== undefined && { afterId };
      const query = { calendarIds: [calendar.id], component: "VEVENT", from, to, ...after } as const;
      if (!isSeen) return undefined;
      const found = await findPage(tx, query);
      const ids = found.found.map(({ id }) => id);
      return { ...found, grant, own: sharee && (await tx.objects.ownParts(sharee, ids)) };
    });
    // Withdrawn meanwhile: what was read before stays, and nothing follows.
    if (!page) return ok(undefined);
    const lost = sum.addLost(page.lost);
    if (!lost.ok) return lost;
    for (const stored of page.found) {
      if (turn.isDue()) await turn.next();
      const added = sum.add(stored, page, zone, isAttending);
      if (!added.ok) return added;
    }
    afterId = page.goesOnAfter;
    if (afterId === undefined) return ok(undefined);
  }
}
