import type { RefusedThing } from "@snart/calendar/booking-page/refused-thing.ts";
import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import type { Stretch } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../../storage/port.ts";
import type { PrincipalId } from "../../../storage/records/ids.ts";
import { partyOf } from "../../bookables/party-of.ts";
import { readRoom, roomIds, roomParty } from "./room-facts.ts";

/**
 * Why none of the rooms of an event type can be had at a time, by the one verdict on bookables. What a house lends is told to whoever may ask
 * about its page; what the rules of others say of somebody is told to that somebody alone.
 */
export async function whyNoRoom(
  tx: ReadTransaction,
  type: EventType,
  time: Stretch,
  askerId: PrincipalId,
  now: Instant,
): Promise<readonly RefusedThing[]> {
  const party = await roomParty(tx, type);
  const isAskers = party !== undefined && party === (await partyOf(tx, askerId));
  const found: RefusedThing[] = [];
  for (const id of roomIds(type)) {
    const room = await readRoom(tx, id, type, time, [], now);
    const name = (await tx.principals.byId(id))?.displayName ?? "";
    if (typeof room === "string") {
      found.push({ id, name, isGuests: false, of: room, reasons: [] });
      continue;
    }
    const isGuests = (await tx.bookables.byId(id))?.managersId === type.hosts[0]?.id;
    const refusal = room.refusal(time);
    if (!refusal || !(isGuests || isAskers)) continue;
    const { mode, timeZone } = room.inForce.prepared.rules;
    const { reasons } = refusal;
    found.push({ id, name, isGuests, of: refusal.of, mode, timeZone, reasons });
  }
  return found;
}
