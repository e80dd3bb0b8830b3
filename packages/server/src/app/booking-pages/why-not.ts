import { judgeStart } from "@snart/calendar/booking-page/judge-start.ts";
import { LONGEST, REACH } from "@snart/calendar/booking-page/ready-facts.ts";
import type { RefusedThing } from "@snart/calendar/booking-page/refused-thing.ts";
import type { StartReason } from "@snart/calendar/booking-page/start-reason.ts";
import type { Stretch } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { BookingPageId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { countsAsBusy, grantAccount, grantAll, isSubscribed } from "../grants.ts";
import { mayReadWhole } from "../objects/object-rights.ts";
import { readIfReadable } from "../objects/read-stored.ts";
import type { Problem } from "../problems.ts";
import { readCalendarTimes } from "./calendar-times.ts";
import { askedType } from "./find-page.ts";
import { isNearNow } from "./offers.ts";
import { whyNoRoom } from "./rooms/why-no-room.ts";
import { gatherPageFacts } from "./page-facts.ts";

/** A time that a host asks about; `length` in milliseconds. */
export interface AskedStart {
  readonly typeId: string;
  readonly start: Instant;
  readonly length: number;
}

/** A reason, with the title of the event that it is, where that is the asker's own. */
export type NamedReason = StartReason & { readonly title?: string };

/** Whether a time can be booked, and why not; no reasons where it can. */
export interface WhyNot {
  readonly isOffered: boolean;
  readonly reasons: readonly NamedReason[];
  /** Why each thing that it would need cannot be had, where none of them can. */
  readonly things: readonly RefusedThing[];
}

/**
 * Whether a time can be booked at a page now, and every reason why not: for its owner and for the members of a group, who alone hear reasons.
 * What somebody else does has no title.
 * @returns `not-found` for others, and for an event type that the page has not
 */
export function whyNot(
  app: App,
  actor: Actor,
  pageId: BookingPageId,
  { typeId, start, length }: AskedStart,
): Promise<Result<WhyNot, Problem>> {
  return app.storage.read(async (tx) => {
    const page = await tx.bookingPages.byId(pageId);
    const eventType = page?.types.find(({ id }) => id === typeId);
    const asked = page && eventType && askedType(page, eventType, undefined);
    if (!asked || page.deletedAt !== null || !(await grantAccount(tx, actor, page.accountId)).ok)
      return failed({ code: "not-found" });
    const now = app.now();
    if (!isNearNow(start, length, now))
      return ok({ isOffered: false, reasons: [{ kind: "notATime" }], things: [] });
    const end = start + length;
    const { prepared, facts } = await gatherPageFacts(app, tx, asked, { from: start, to: end });
    const verdict = judgeStart(prepared, facts, { start, end }, now);
    if (verdict.ok) return ok({ isOffered: true, reasons: [], things: [] });
    const titles = await ownTitles(app, tx, actor, { from: start - REACH, to: end + LONGEST + REACH });
    const isWithout = verdict.reasons.some(({ kind }) => kind === "noRoom");
    const time = { from: start, to: end };
    const things = isWithout ? await whyNoRoom(tx, asked.type, time, actor.principalId, now) : [];
    const reasons = verdict.reasons.map((each) => named(each, actor, titles));
    return ok({ isOffered: false, reasons, things });
  });
}

const keyOf = ({ from, to }: Stretch): string => `${from} ${to}`;

function named(reason: StartReason, actor: Actor, titles: ReadonlyMap<string, string>): NamedReason {
  const isOwn = (reason.kind === "busy" || reason.kind === "buffer") && reason.host === actor.principalId;
  const title = isOwn ? titles.get(keyOf(reason)) : undefined;
  return title === undefined ? reason : { ...reason, title };
}

/** The titles of what takes somebody's own time, by when it does. */
async function ownTitles(
  app: App,
  tx: ReadTransaction,
  actor: Actor,
  window: Stretch,
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  const host = await tx.principals.byId(actor.principalId);
  for (const grant of host ? await grantAll(tx, actor) : []) {
    if (!host || !isSubscribed(grant) || countsAsBusy(grant) === "none") continue;
    const { objects } = await readCalendarTimes(app, tx, { host, grant }, window);
    const busy = new Map(objects.filter(({ periods }) => periods.length > 0).map((each) => [each.id, each]));
    for (const stored of await tx.objects.byIds([...busy.keys()].slice(0, MOST_TITLES))) {
      const object = readIfReadable(stored);
      const main = object?.main ?? object?.overrides[0];
      if (!object || !main || !mayReadWhole(grant, object, stored.creatorId)) continue;
      const title = textValue(main, "SUMMARY")?.trim() ?? "";
      if (title !== "")
        for (const period of busy.get(stored.id)?.periods ?? []) titles.set(keyOf(period), title);
    }
  }
  return titles;
}

/** Of one calendar, within the few days around a time. */
const MOST_TITLES = 200;
