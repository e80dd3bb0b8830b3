import { isDraft } from "@snart/calendar/access/draft.ts";
import { privacyOf } from "@snart/calendar/access/privacy.ts";
import { unavailablePeriods, type Availability } from "@snart/calendar/free-busy/availability.ts";
import { busyPeriods } from "@snart/calendar/free-busy/busy-periods.ts";
import type { Addresses } from "@snart/calendar/free-busy/busy-type.ts";
import { mergeBusyPeriods, type BusyPeriod } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { Component } from "@snart/calendar/icalendar/component.ts";
import type { Window } from "@snart/calendar/recurrence/expand.ts";
import { seriesOfObject, type Series } from "@snart/calendar/recurrence/series.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { CalendarId, ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantCalendar } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { findPage } from "../objects/pages-by-size.ts";
import { readStored } from "../objects/read-stored.ts";
import { storedHours } from "./stored-hours.ts";
import { isAddressOf } from "../principal-address.ts";

/**
 * The busy times of these calendars' owners, within a window, by start, without overlaps or descriptions (RFC 4791
 * §7.10). Private events count, as that reveals only that they exist; secret ones count for their owner only, and
 * declined ones do not count. Pages through storage.
 * @returns `forbidden` or `not-found` without free/busy access, `range-too-long` and `too-many-occurrences` beyond
 * the limits of a query
 */
export async function freeBusy(
  app: App,
  actor: Actor,
  calendarIds: readonly CalendarId[],
  window: Window,
  floatingZone: Zone,
): Promise<Result<readonly BusyPeriod[], Problem>> {
  const { queryRangeDays, occurrencesPerQuery } = app.limits;
  if (window.to - window.from > queryRangeDays * DAY)
    return failed({ code: "range-too-long", limitDays: queryRangeDays });
  const hours = await readHours(app, actor, calendarIds);
  if (!hours.ok) return hours;
  const unavailable = unavailablePeriods(hours.value, window, floatingZone, occurrencesPerQuery);
  if (!unavailable.ok) return failed({ code: "too-many-occurrences", limit: occurrencesPerQuery });
  let periods = mergeBusyPeriods(unavailable.value);
  const turn = app.turns.of(actor.principalId);
  let afterId: ObjectId | undefined;
  for (;;) {
    const page = await readPage(app, actor, calendarIds, window, afterId);
    if (!page.ok) return page;
    const { found, owners, goesOnAfter } = page.value;
    for (const [accountId, addresses] of owners) {
      const options = { addresses, maxOccurrences: occurrencesPerQuery };
      const more: BusyPeriod[] = [];
      for (const series of seriesOf(found.filter((stored) => stored.accountId === accountId))) {
        if (turn.isDue()) await turn.next();
        const busy = busyPeriods([series], window, floatingZone, options);
        if (!busy.ok) return failed({ code: "too-many-occurrences", limit: occurrencesPerQuery });
        for (const period of busy.value) more.push(period);
      }
      periods = mergeBusyPeriods([...periods, ...more]);
      if (periods.length > occurrencesPerQuery)
        return failed({ code: "too-many-occurrences", limit: occurrencesPerQuery });
    }
    if (goesOnAfter === undefined) return ok(periods);
    afterId = goesOnAfter;
  }
}

/** The availability stored in the calendars themselves (RFC 7953 §7.2). */
function readHours(
  app: App,
  actor: Actor,
  calendarIds: readonly CalendarId[],
): Promise<Result<readonly Availability[], Problem>> {
  return app.storage.read(async (tx) => {
    for (const id of calendarIds) {
      const grant = await grantCalendar(tx, actor, id, "mayReadFreeBusy");
      if (!grant.ok) return grant;
    }
    return ok(await storedHours(tx, calendarIds));
  });
}

/** One at a time, so that only one is in memory. */
function* seriesOf(objects: readonly StoredObject[]): Generator<Series<Component>> {
  for (const stored of objects) {
    const series = seriesOfObject(readStored(stored));
    if (series.ok) yield series.value;
  }
}

interface Page {
  /** without objects that others may not know (RFC 8984 §4.4.3) */
  readonly found: readonly StoredObject[];
  readonly goesOnAfter: ObjectId | undefined;
  /** the addresses of each account that owns some of the calendars */
  readonly owners: ReadonlyMap<PrincipalId, Addresses>;
}

/** Others may not know of secret events, nor of drafts. */
const countsForOthers = (object: CalendarObject): boolean =>
  privacyOf(object) !== "secret" && !isDraft(object);

/** The right is checked again with each page: it may be withdrawn meanwhile. */
function readPage(
  app: App,
  actor: Actor,
  calendarIds: readonly CalendarId[],
  { from, to }: Window,
  afterId: ObjectId | undefined,
): Promise<Result<Page, Problem>> {
  return app.storage.read(async (tx) => {
    const owners = new Map<PrincipalId, Addresses>();
    const own = new Set<CalendarId>();
    for (const id of calendarIds) {
      const grant = await grantCalendar(tx, actor, id, "mayReadFreeBusy");
      if (!grant.ok) return grant;
      if (grant.value.isOwner) own.add(id);
      const { accountId } = grant.value.calendar;
      const owner = owners.has(accountId) ? undefined : await tx.principals.byId(accountId);
      if (owner) owners.set(accountId, isAddressOf(owner));
    }
    const after = afterId !== undefined && { afterId };
    const query = { calendarIds, component: "VEVENT", from, to, ...after } as const;
    const { found, goesOnAfter } = await findPage(tx, query);
    const counts = (stored: StoredObject): boolean =>
      own.has(stored.calendarId) || countsForOthers(readStored(stored));
    return ok({ found: found.filter(counts), goesOnAfter, owners });
  });
}
