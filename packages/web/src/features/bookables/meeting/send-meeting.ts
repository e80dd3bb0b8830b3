import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import {
  acceptHouseRules,
  makeMeeting,
  type Booked,
  type WishedTime,
} from "../../../api/items/booking-api.ts";
import { newId } from "../../../api/new-id.ts";
import type { Asked } from "../../../api/problem.ts";
import { machineZone } from "../../../i18n/viewer-zone.ts";
import { timeOf } from "../model.ts";
import { eventOfMeeting, type Meeting } from "./meeting.ts";

/**
 * Books a room by a meeting that must have it, and invites its guests. An answer that gets lost is asked for again: of one UID there is one
 * meeting.
 */
export async function sendMeeting(
  accountId: string,
  wish: WishedTime,
  room: Pick<BookableRecord, "id" | "name">,
  meeting: Meeting,
): Asked<Booked> {
  const { bookableId, partyId, acceptedRules: version } = wish;
  // An invitation has no place for a consent.
  const accepted =
    version === undefined ? undefined : await acceptHouseRules(accountId, { bookableId, version, partyId });
  if (accepted && !accepted.ok) return accepted;
  const event = eventOfMeeting(meeting, timeOf(wish), room, newId(), machineZone());
  const first = await makeMeeting(accountId, wish, event);
  const isLost = !first.ok && first.problem.kind === "unreachable";
  return isLost ? makeMeeting(accountId, wish, event) : first;
}
