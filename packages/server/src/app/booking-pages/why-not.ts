import { judgeStart, type StartVerdict, type StartWish } from "@snart/calendar/booking-page/judge-start.ts";
import { LONGEST, REACH } from "@snart/calendar/booking-page/ready-facts.ts";
import { takenTimes } from "@snart/calendar/booking-page/taken-times.ts";
import type { RefusedThing } from "@snart/calendar/booking-page/refused-thing.ts";
import type { StartReason } from "@snart/calendar/booking-page/start-reason.ts";
import { busyOccurrences } from "@snart/calendar/free-busy/busy-periods.ts";
import type { Stretch } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import { recurrenceKey } from "@snart/calendar/jscalendar/item-time.ts";
import type { LocalDateTime } from "@snart/calendar/jscalendar/types.ts";
import { seriesOfObject } from "@snart/calendar/recurrence/series.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { BookingPageId, ObjectId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { countsAsBusy, grantAccount, grantAll, isSubscribed, zoneNameOf } from "../grants.ts";
import { zoneFor } from "../hours/busy-sum.ts";
import { mayReadWhole } from "../objects/object-rights.ts";
import { readIfReadable } from "../objects/read-stored.ts";
import type { Problem } from "../problems.ts";
import { readCalendarTimes } from "./calendar-times.ts";
import { filledUntil, isNear } from "./filling/filling.ts";
import { askedType } from "./find-page.ts";
import { isNearNow, timesNear } from "./offers.ts";
import { whyNoRoom } from "./rooms/why-no-room.ts";
import { fillingOfOthers, gatherPageFacts, type AskedType, type GatheredFacts } from "./page-facts.ts";

/** A time that a host asks about; `length` in milliseconds. */
export interface AskedStart {
  readonly typeId: string;
  readonly start: Instant;
  readonly length: number;
}

/** An event of the asker's own. */
interface OwnEvent {
  readonly eventId: ObjectId;
  /** which occurrence it is, as `recurrenceOverrides` names it; null: it does not recur */
  readonly recurrenceId: LocalDateTime | null;
  readonly title: string;
  /** the name of the calendar that it is in */
  readonly calendar: string;
}

/** A reason, with the event that it is, where that is the asker's own; `filling`: guests fill in the form for it, until then at most. */
export type NamedReason =
  | (StartReason & Partial<OwnEvent>)
  | { readonly kind: "filling"; readonly until: Instant };

/** Whether a time can be booked, and why not; no reasons where it can. */
export interface WhyNot {
  readonly isOffered: boolean;
  readonly reasons: readonly NamedReason[];
  /** Why each thing that it would need cannot be had, where none of them can. */
  readonly things: readonly RefusedThing[];
  /** When nobody could receive a guest, around the time. */
  readonly taken: readonly Stretch[];
  /** The nearest times that guests can book instead. */
  readonly nearest: readonly Instant[];
}

/** How far around a time it is said when nobody could receive a guest. */
const AROUND = DAY / 2;

/** How many other times are named. */
const NAMED = 2;

/**
 * Whether a time can be booked at a page now, and every reason why not: for its owner and for the members of a group, who alone hear reasons.
 * What somebody else does has no title.
 * @returns `not-found` for others, and for an event type that the page has not
 */
export async function whyNot(
  app: App,
  actor: Actor,
  pageId: BookingPageId,
  wish: AskedStart,
): Promise<Result<WhyNot, Problem>> {
  const found = await judged(app, actor, pageId, wish);
  if (!found.ok) return found;
  const { asked, ...said } = found.value;
  if (said.isOffered || !isNearNow(wish.start, wish.length, app.now())) return ok({ ...said, nearest: [] });
  const { nearest: near } = await timesNear(app, asked, wish, ianaZone(asked.type.timeZone) ?? UTC);
  return ok({ ...said, nearest: near.slice(0, NAMED).map(({ start }) => start) });
}

interface Judged extends Omit<WhyNot, "nearest"> {
  readonly asked: AskedType;
}

function judged(
  app: App,
  actor: Actor,
  pageId: BookingPageId,
  { typeId, start, length }: AskedStart,
): Promise<Result<Judged, Problem>> {
  return app.storage.read(async (tx) => {
    const page = await tx.bookingPages.byId(pageId);
    const eventType = page?.types.find(({ id }) => id === typeId);
    const asked = page && eventType && askedType(page, eventType, undefined);
    if (!asked || page.deletedAt !== null || !(await grantAccount(tx, actor, page.accountId)).ok)
      return failed({ code: "not-found" });
    const now = app.now();
    if (!isNearNow(start, length, now))
      return ok({ asked, isOffered: false, reasons: [{ kind: "notATime" }], things: [], taken: [] });
    const end = start + length;
    const around = { from: start - AROUND, to: end + AROUND };
    const gathered = await gatherPageFacts(app, tx, asked, around);
    const { prepared, facts } = gathered;
    const taken = takenTimes(prepared, facts, around, now);
    const whole = judgeStart(prepared, facts, { start, end }, now);
    const { verdict, filling } = whole.ok
      ? { verdict: whole, filling: [] }
      : await besideFilling(app, tx, asked, gathered, { start, end });
    if (whole.ok) return ok({ asked, isOffered: true, reasons: [], things: [], taken });
    const titles = await ownTitles(app, tx, actor, {
      from: around.from - REACH,
      to: around.to + LONGEST + REACH,
    });
    const refused = verdict.ok ? [] : verdict.reasons;
    const isWithout = refused.some(({ kind }) => kind === "noRoom");
    const time = { from: start, to: end };
    const things = isWithout ? await whyNoRoom(tx, asked.type, time, actor.principalId, now) : [];
    const reasons = [...filling, ...refused.map((each) => named(each, actor, titles))];
    return ok({ asked, isOffered: false, reasons, things, taken });
  });
}

/** What stands in the way besides what guests fill in the form for, which is a reason of its own: nobody is busy then. */
async function besideFilling(
  app: App,
  tx: ReadTransaction,
  asked: AskedType,
  { prepared, bookings }: GatheredFacts,
  wish: StartWish,
): Promise<{ readonly verdict: StartVerdict; readonly filling: readonly NamedReason[] }> {
  const now = app.now();
  const window = { from: wish.start, to: wish.end };
  const filling = fillingOfOthers(bookings, [], now).filter(isNear(wish));
  const { facts } = await gatherPageFacts(app, tx, asked, window, filling);
  const verdict = judgeStart(prepared, facts, wish, now);
  const until = filling.length === 0 ? undefined : filledUntil(filling, wish);
  return { verdict, filling: until === undefined ? [] : [{ kind: "filling", until }] };
}

const keyOf = ({ from, to }: Stretch): string => `${from} ${to}`;

function named(reason: StartReason, actor: Actor, own: ReadonlyMap<string, OwnEvent>): NamedReason {
  const isOwn = (reason.kind === "busy" || reason.kind === "buffer") && reason.host === actor.principalId;
  return isOwn ? { ...reason, ...own.get(keyOf(reason)) } : reason;
}

/** What takes somebody's own time, by when it does. */
async function ownTitles(
  app: App,
  tx: ReadTransaction,
  actor: Actor,
  window: Stretch,
): Promise<ReadonlyMap<string, OwnEvent>> {
  const titles = new Map<string, OwnEvent>();
  const host = await tx.principals.byId(actor.principalId);
  for (const grant of host ? await grantAll(tx, actor) : []) {
    if (!host || !isSubscribed(grant) || countsAsBusy(grant) === "none") continue;
    const { objects } = await readCalendarTimes(app, tx, { host, grant }, window);
    const busy = new Map(objects.filter(({ periods }) => periods.length > 0).map((each) => [each.id, each]));
    for (const stored of await tx.objects.byIds([...busy.keys()].slice(0, MOST_TITLES))) {
      const object = readIfReadable(stored);
      const series = object && seriesOfObject(object);
      if (!object || !series?.ok || !mayReadWhole(grant, object, stored.creatorId)) continue;
      const zone = zoneFor(zoneNameOf(grant), host);
      const { occurrences } = busyOccurrences(series.value, window, zone, app.limits.occurrencesPerQuery);
      for (const period of busy.get(stored.id)?.periods ?? []) {
        const found = occurrences.find((each) => Math.max(each.startInstant, window.from) === period.from);
        const title = (found && textValue(found.source, "SUMMARY")?.trim()) ?? "";
        const recurrenceId = found?.recurrenceId && recurrenceKey(found.recurrenceId, series.value.start);
        const { name: calendar } = grant.calendar;
        if (title !== "")
          titles.set(keyOf(period), {
            eventId: stored.id,
            recurrenceId: recurrenceId ?? null,
            title,
            calendar,
          });
      }
    }
  }
  return titles;
}

/** Of one calendar, within the few days around a time. */
const MOST_TITLES = 200;
