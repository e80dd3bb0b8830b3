import { hostInTurn } from "@snart/calendar/booking-page/host-in-turn.ts";
import { areOneTeam, hostRoles } from "@snart/calendar/booking-page/host-roles.ts";
import type { StartGranted } from "@snart/calendar/booking-page/judge-start.ts";
import { PAGE_TIMES } from "@snart/calendar/booking-page/page-limits.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import type { WriteTransaction } from "../../../storage/port.ts";
import type { PageBooking } from "../../../storage/records/booking-pages.ts";
import type { BookingId, PrincipalId } from "../../../storage/records/ids.ts";
import type { App } from "../../app.ts";
import { bookedOf, isStanding, type AskedType, type GatheredFacts } from "../page-facts.ts";

/**
 * Whose time it is that a verdict grants, and who shares it.
 * @param begun what the guest has of it while they fill in the form: whose turn it was stays
 */
export async function timeGranted(
  { app, tx, now }: { readonly app: App; readonly tx: WriteTransaction; readonly now: number },
  asked: AskedType,
  gathered: GatheredFacts,
  verdict: StartGranted,
  begun?: PageBooking,
): Promise<Pick<PageBooking, "hosts" | "timeId" | "objectId" | "roomId">> {
  const shared = gathered.bookings.find((each) => verdict.shares.includes(each.id));
  if (shared) {
    const { hosts, timeId, objectId, roomId } = shared;
    return { hosts, timeId, objectId, roomId };
  }
  const areAble =
    begun !== undefined &&
    areOneTeam(asked.type, begun.hosts) &&
    begun.hosts.every((host) => verdict.hosts.includes(host));
  return {
    hosts: areAble ? begun.hosts : await hostsOf(tx, asked, gathered, verdict, now),
    timeId: app.newId() as BookingId,
    objectId: null,
    roomId: (verdict.room ?? null) as PrincipalId | null,
  };
}

/** Who receives the guest, of those whom the verdict names: who is required, then whose turn it is. */
export async function hostsOf(
  tx: WriteTransaction,
  { page, eventType }: AskedType,
  { prepared }: GatheredFacts,
  { hosts }: StartGranted,
  now: number,
): Promise<readonly PrincipalId[]> {
  const { pool } = hostRoles(prepared.type);
  const isInTurn = (id: string): boolean => pool.some((host) => host.id === id);
  const always = (hosts as readonly PrincipalId[]).filter((id) => !isInTurn(id));
  if (pool.length === 0) return always;
  const made = await tx.pageBookings.madeSince(page.id, eventType.id, now - PAGE_TIMES.turnDays * DAY);
  const chosen = hostInTurn(
    prepared,
    hosts.filter(isInTurn),
    made.filter((each) => each.state !== "filling" && isStanding(each, now)).map(bookedOf),
    now,
  );
  return chosen === undefined ? [] : [...always, chosen as PrincipalId];
}
