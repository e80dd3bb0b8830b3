import { useState } from "react";
import type { BookingSheetProps } from "../asked-time.ts";
import { likelyHousehold, type Time } from "../model.ts";
import type { Meeting } from "../meeting/meeting.ts";
import type { Wish } from "../use-booking-acts.ts";
import { useParties } from "./use-parties.ts";

/** Everything about a wish but its time: for whom, by which house rules, and that it is on its way. */
export function useWish({ accountId, asked, acts, bookings, households, onClose }: BookingSheetProps) {
  const { bookable, slot } = asked;
  const [partyId, setPartyId] = useState(() => likelyHousehold(households, bookings, accountId));
  const parties = useParties(accountId, bookable, households);
  const [hasAccepted, setAccepted] = useState(false);
  const [isSending, setSending] = useState(false);
  const { houseRules } = bookable.rules ?? {};
  const asksConsent = slot?.reasons.some(({ kind }) => kind === "rulesNotAccepted") === true;
  const toAccept = asksConsent ? houseRules : undefined;
  const send = async (time: Time, meeting?: Meeting): Promise<void> => {
    setSending(true);
    const consent = toAccept ? { acceptedRules: toAccept.version } : {};
    const wish: Wish = { bookable, ...time, partyId, ...consent, ...(meeting && { meeting }) };
    if (await acts.book(wish)) onClose();
    setSending(false);
  };
  return {
    partyId,
    setPartyId,
    parties,
    /** the house rules that have to be accepted, if any */
    toAccept,
    hasAccepted,
    setAccepted,
    maySend: !isSending && (!toAccept || hasAccepted),
    send,
  };
}
