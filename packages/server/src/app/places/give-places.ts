import { SIGN_UP_PROPERTY } from "@snart/calendar/icalendar/sign-up-terms.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import { settleSignUp, type PlaceMove } from "@snart/calendar/scheduling/sign-up/settle-sign-up.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import { prepareAdjusted } from "../objects/prepare-object.ts";
import { readStored } from "../objects/read-stored.ts";
import type { PlannedWrite } from "../scheduling/plan-write.ts";
import type { WriteScope } from "../scope.ts";
import { placeMayBecome } from "../transitions.ts";
import { zoneOf } from "./zone-of.ts";

export interface GivenPlaces {
  readonly plan: PlannedWrite;
  readonly moves: readonly PlaceMove[];
}

/**
 * Gives the places of an event that people put themselves down for, in the write that changes who says yes or how much room there is, be
 * it by this server's pages, by a calendar app or by mail: under the account's lock nobody gets a place twice or beyond the room.
 * @param isTrusted the write is the server's own, of what is stored
 */
export async function givePlaces(
  { tx, now }: WriteScope,
  current: StoredObject | undefined,
  plan: PlannedWrite,
  isTrusted: boolean,
): Promise<GivenPlaces> {
  const { prepared, scheduleTag } = plan;
  if (!current || !prepared.text.includes(SIGN_UP_PROPERTY)) return { plan, moves: [] };
  const { object, moves } = settleSignUp(
    readStored(current),
    prepared.object,
    now,
    isTrusted,
    await zoneOf(tx, current),
  );
  for (const { from, to } of moves)
    if (!placeMayBecome(from, to)) throw new Error(`a place cannot become ${to} from ${from}`);
  if (object === prepared.object) return { plan, moves };
  const settled = prepareAdjusted(serialiseICalendar(object.calendar), object);
  const isTagged = scheduleTag === prepared.etag;
  return {
    plan: { ...plan, prepared: settled, scheduleTag: isTagged ? settled.etag : scheduleTag },
    moves,
  };
}
