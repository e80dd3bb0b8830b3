import { instantAt } from "@snart/calendar/booking/clock.ts";
import type { BookableReportRecord, ReportRowRecord } from "@snart/calendar/jmap/booking.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { dayNumber } from "@snart/calendar/time/civil.ts";
import { UTC, type Zone } from "@snart/calendar/time/zone.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Booking, BookingRefusal } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import { reportReads, type App } from "../app.ts";
import { recordRepeated } from "../audit.ts";
import type { RulesInForce } from "../bookables/rules-in-force.ts";
import type { Problem } from "../problems.ts";
import { bookableSeenBy } from "./bookables.ts";
import { refusalsCounted } from "./count-refusals.ts";

/** A month by its year and number, 1 to 12. */
export interface Month {
  readonly year: number;
  readonly month: number;
}

const MONTHS = 6;

/** The month of a bookable, for its managers. That somebody has looked stands in the audit log, once a day. */
export async function reportOf(
  app: App,
  actor: Actor,
  id: PrincipalId,
  month: Month,
): Promise<Result<BookableReportRecord, Problem>> {
  const seen = await app.storage.write(async (tx): ReturnType<typeof bookableSeenBy> => {
    const found = await bookableSeenBy(tx, actor, id);
    if (!found.ok) return found;
    const { principal, mayManage } = found.value;
    if (!mayManage) return failed({ code: "forbidden", right: "manage the bookable" });
    await recordRepeated(app, tx, {
      actorId: actor.principalId,
      action: "bookable-report-opened",
      subject: principal.displayName,
      detail: { login: actor.login, bookable: principal.login, month: textOf(month) },
    });
    return found;
  });
  if (!seen.ok) return seen;
  const { inForce } = seen.value;
  await refusalsCounted(app);
  return await reportReads(app).read(async (tx) => {
    const zone = inForce?.prepared.zone ?? UTC;
    const now = app.now();
    const months = Array.from({ length: MONTHS }, (_, at) => earlier(month, MONTHS - 1 - at));
    const bookings: (readonly Booking[])[] = [];
    for (const each of months) bookings.push(await bookedIn(tx, id, each, zone));
    const refusals = await tx.bookingRefusals.ofMonth(id, textOf(month));
    return ok({
      rows: await rowsOf(tx, bookings.at(-1) ?? [], refusals, now),
      houseRules: inForce ? await acceptancesOf(tx, id, inForce) : null,
      reasons: reasonsOf(refusals),
      months: months.map((each, at) => ({
        month: textOf(each),
        booked: (bookings[at] ?? []).filter(isBooked).length,
      })),
    });
  });
}

const textOf = ({ year, month }: Month): string => `${year}-${String(month).padStart(2, "0")}`;

function earlier({ year, month }: Month, months: number): Month {
  const index = year * 12 + month - 1 - months;
  return { year: Math.floor(index / 12), month: (index % 12) + 1 };
}

/** What begins in a month of the bookable's clocks. */
async function bookedIn(
  tx: ReadTransaction,
  id: PrincipalId,
  month: Month,
  zone: Zone,
): Promise<readonly Booking[]> {
  const next = earlier(month, -1);
  const [start, end] = [month, next].map((each) =>
    instantAt(zone, dayNumber(each.year, each.month, 1), 0),
  ) as [number, number];
  const found = await tx.bookings.inRange(id, { start, end });
  return found.filter(({ startsAt }) => startsAt >= start);
}

const isBooked = ({ state }: Booking): boolean =>
  state === "confirmed" ||
  state === "inUse" ||
  state === "done" ||
  state === "released" ||
  state === "cancelledLate";

async function rowsOf(
  tx: ReadTransaction,
  bookings: readonly Booking[],
  refusals: readonly BookingRefusal[],
  now: number,
): Promise<readonly ReportRowRecord[]> {
  const booked = Map.groupBy(bookings.filter(isBooked), ({ partyId, bookedBy }) => partyId ?? bookedBy);
  const refused = Map.groupBy(refusals, ({ partyId }) => partyId);
  const parties = [...new Set([...booked.keys(), ...refused.keys()])];
  const principals = new Map((await tx.principals.byIds(parties)).map((one) => [one.id, one]));
  const rows: ReportRowRecord[] = [];
  for (const partyId of parties) {
    const own = booked.get(partyId) ?? [];
    const count = (is: (booking: Booking) => boolean): number => own.filter(is).length;
    const party = principals.get(partyId);
    rows.push({
      partyId,
      name: party?.displayName ?? null,
      booked: own.length,
      used: count(({ state, endsAt }) => state === "done" || (isLeft(state) && endsAt <= now)),
      released: count(({ state }) => state === "released"),
      cancelledLate: count(({ state }) => state === "cancelledLate"),
      refused: (refused.get(partyId) ?? []).reduce((sum, { times }) => sum + times, 0),
    });
  }
  return rows.toSorted((a, b) => b.booked - a.booked || (a.name ?? "").localeCompare(b.name ?? ""));
}

/** Who has accepted which house rules, as far as they must be accepted. */
async function acceptancesOf(
  tx: ReadTransaction,
  id: PrincipalId,
  { prepared }: RulesInForce,
): Promise<BookableReportRecord["houseRules"]> {
  const { houseRules } = prepared.rules;
  if (houseRules?.mustAccept !== true) return null;
  // By version: the newest of a party is its last.
  const newest = new Map((await tx.rulesAcceptances.ofBookable(id)).map((one) => [one.partyId, one]));
  const acceptances: AcceptanceRecord[] = [];
  for (const { partyId, version, acceptedAt } of newest.values()) {
    const party = await tx.principals.byId(partyId);
    const name = party?.displayName ?? null;
    acceptances.push({ partyId, name, version, at: formatUtcDateTime(acceptedAt) });
  }
  const byName = (a: AcceptanceRecord, b: AcceptanceRecord): number =>
    (a.name ?? "").localeCompare(b.name ?? "");
  return { version: houseRules.version, acceptances: acceptances.toSorted(byName) };
}

type AcceptanceRecord = NonNullable<BookableReportRecord["houseRules"]>["acceptances"][number];

/** It stood until it was over: nobody said that nobody came. */
const isLeft = (state: Booking["state"]): boolean => state === "confirmed" || state === "inUse";

function reasonsOf(refusals: readonly BookingRefusal[]): BookableReportRecord["reasons"] {
  const times = new Map<string, number>();
  for (const refusal of refusals) times.set(refusal.reason, (times.get(refusal.reason) ?? 0) + refusal.times);
  return [...times]
    .map(([reason, count]) => ({ reason, times: count }))
    .toSorted((a, b) => b.times - a.times || (a.reason < b.reason ? -1 : 1));
}
