import type { Delivery } from "@snart/calendar/scheduling/applied.ts";
import type { IsAddressOf } from "@snart/calendar/scheduling/attendee.ts";
import type { ItipMessage } from "@snart/calendar/scheduling/itip-message.ts";
import { participationMayBecome } from "../transitions.ts";

/** The delivery of a message to somebody on this server. @param isMine whether an address is the recipient's */
export const deliveryOf = (
  { sender, formerOrganizer, askedAgain }: Pick<ItipMessage, "sender" | "formerOrganizer" | "askedAgain">,
  isMine: IsAddressOf,
): Delivery => ({
  isMine,
  sender,
  mayBecome: participationMayBecome,
  ...(formerOrganizer !== undefined && { formerOrganizer }),
  ...(askedAgain && { askedAgain }),
});
