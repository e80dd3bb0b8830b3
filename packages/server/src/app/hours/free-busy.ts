import { isDraft } from "@snart/calendar/access/draft.ts";
import { privacyOf } from "@snart/calendar/access/privacy.ts";
import { unavailablePeriods } from "@snart/calendar/free-busy/availability.ts";
import { busyPeriods } from "@snart/calendar/free-busy/busy-periods.ts";
import type { Addresses } from "@snart/calendar/free-busy/busy-type.ts";
import { mergeBusyPeriods, type BusyPeriod } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import type { Window } from "@snart/calendar/recurrence/expand.ts";
import { seriesOfObject } from "@snart/calendar/recurrence/series.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { CalendarId, ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { ObjectOutline, StoredObject } from "../../storage/records/objects.ts";
import { reachesKind, type Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantCalendar } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { findPage } from "../objects/pages-by-size.ts";
import { readIfReadable } from "../objects/read-stored.ts";
import { lostTimes } from "./lost-times.ts";
import { storedHours } from "./stored-hours.ts";
import { isAddressOf } from "../principal-address.ts";

/**
 * The busy times of these calendars' owners, within a window, by start, without overlaps or descriptions (RFC 4791
 * §7.10). Private events count, as that reveals only that they exist; secret ones count for their owner only, and
 * declined ones do not count. What can't be read counts as unavailable. Pages through storage.
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
  // No times at all would read as free.
  if (!reachesKind(actor, "VEVENT")) return failed({ code: "forbidden", right: "mayReadFreeBusy" });
  if (window.to - window.from > queryRangeDays * DAY)
    return failed({ code: "range-too-long", limitDays: queryRangeDays });
  const hours = await readHours(app, actor, calendarIds);
  if (!hours.ok) return hours;
  const unavailable = unavailablePeriods(hours.value.hours, window, floatingZone, occurrencesPerQuery);
  if (!unavailable.ok) return failed({ code: "too-many-occurrences", limit: occurrencesPerQuery });
  let periods = mergeBusyPeriods([...unavailable.value, ...lostTimes(hours.value.lost, window)]);
  const turn = app.turns.of(actor.principalId);
  let afterId: ObjectId | undefined;
  for (;;) {
    const page = await readPage(app, actor, calendarIds, window, afterId);
    if (!page.ok) return page;
    const { found, lost, owners, goesOnAfter } = page.value;
    periods = mergeBusyPeriods([...periods, ...lostTimes(lost, window)]);
    for (const [accountId, addresses] of owners) {
      const options = { addresses, maxOccurrences: occurrencesPerQuery };
      const more: BusyPeriod[] = [];
      for (const stored of found.filter((one) => one.accountId === accountId)) {
        if (turn.isDue()) await turn.next();
        const object = readIfReadable(stored);
        const series = object && seriesOfObject(object);
        if (!series) more.push(...lostTimes([stored], window));
        if (series?.ok !== true) continue;
        const busy = busyPeriods([series.value], window, floatingZone, options);
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
): Promise<Result<Awaited<ReturnType<typeof storedHours>>, Problem>> {
  return app.storage.read(async (tx) => {
    for (const id of calendarIds) {
      const grant = await grantCalendar(tx, actor, id, "mayReadFreeBusy");
      if (!grant.ok) return grant;
    }
    return ok(await storedHours(tx, calendarIds));
  });
}

interface Page {
  /** without objects that others may not know (RFC 8984 §4.4.3) */
  readonly found: readonly StoredObject[];
  readonly lost: readonly ObjectOutline[];
  readonly goesOnAfter: ObjectId | undefined;
  /** the addresses of each account that owns some of the calendars */
  readonly owners: ReadonlyMap<PrincipalId, Addresses>;
}

/** Others may not know of secret events, nor of drafts; what an object is that can't be read, nobody knows. */
function countsForOthers(stored: StoredObject): boolean {
  const object = readIfReadable(stored);
  return !object || (privacyOf(object) !== "secret" && !isDraft(object));
}

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
    const page = await findPage(tx, query);
    const counts = (stored: StoredObject): boolean => own.has(stored.calendarId) || countsForOthers(stored);
    return ok({ ...page, found: page.found.filter(counts), owners });
  });
}
