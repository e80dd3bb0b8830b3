import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { addressKey, type IsAddressOf } from "@snart/calendar/scheduling/attendee.ts";
import { claimedAnswers, withGivenAnswers } from "@snart/calendar/scheduling/claimed-answers.ts";
import { isAddressOf, routeOf } from "../principal-address.ts";
import type { WriteScope } from "../scope.ts";
import type { TakingPart } from "./taking-part.ts";

/** The organizer's object with the answers of people of this server as they have given them; the writer may give their own. */
export async function withoutClaims(
  { tx, actor, scheduling }: WriteScope,
  before: CalendarObject | undefined,
  after: CalendarObject,
  { principal, isMine }: TakingPart,
): Promise<CalendarObject> {
  if (scheduling?.restores) return after;
  const claimed = claimedAnswers(before, after, isMine);
  if (claimed.size === 0) return after;
  const writer = actor.principalId === principal.id ? undefined : await tx.principals.byId(actor.principalId);
  const isWriter: IsAddressOf = writer ? isAddressOf(writer) : () => false;
  const answering = new Set<string>();
  for (const address of claimed)
    if (!isWriter(address) && (await routeOf(tx, address)).kind === "principal") answering.add(address);
  return answering.size === 0
    ? after
    : withGivenAnswers(before, after, (address) => answering.has(addressKey(address)));
}
