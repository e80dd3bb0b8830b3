import { answersByItself } from "@snart/calendar/booking/answer-mode.ts";
import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import type { ReadTransaction } from "../../../storage/port.ts";
import type { Bookable } from "../../../storage/records/bookings.ts";
import type { PrincipalId } from "../../../storage/records/ids.ts";
import type { App } from "../../app.ts";
import { rulesInForce, type RulesInForce } from "../../bookables/rules-in-force.ts";

/** Whether the managers of a room answer every request for it: it does not by itself, or its rules say so. */
export const asksManagers = ({ answerMode }: Bookable, { prepared: { rules } }: RulesInForce): boolean =>
  !answersByItself(answerMode) || rules.approval === "always";

/** The rooms of an event type whose managers answer every request, and are not those whose page it is. */
export async function askingRooms(
  tx: ReadTransaction,
  { rooms, hosts: [host] }: EventType,
): Promise<ReadonlySet<PrincipalId>> {
  const asking = new Set<PrincipalId>();
  for (const id of (rooms?.anyOf ?? []) as readonly PrincipalId[]) {
    const [bookable, inForce] = [await tx.bookables.byId(id), await rulesInForce(tx, id)];
    const isOthers = bookable && bookable.managersId !== host?.id;
    if (isOthers && inForce && asksManagers(bookable, inForce)) asking.add(id);
  }
  return asking;
}

/** Whether somebody may have to answer before a time of an event type is booked: its host, or the managers of a room. */
export const isAskedFor = async (app: App, { type }: { readonly type: EventType }): Promise<boolean> =>
  type.approval === true || (await app.storage.read((tx) => askingRooms(tx, type))).size > 0;
