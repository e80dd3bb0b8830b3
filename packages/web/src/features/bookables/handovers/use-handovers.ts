import type { BookingHandoverRecord } from "@snart/calendar/jmap/booking.ts";
import { useCallback, useEffect, useState } from "react";
import { fetchHandovers } from "../../../api/items/handover-api.ts";

/**
 * What one has asked and is asked about bookings that may change hands.
 * @param at when the page has looked last: then this looks too, as others ask meanwhile
 */
export function useHandovers(accountId: string, at: number) {
  const [handovers, setHandovers] = useState<readonly BookingHandoverRecord[]>([]);
  const load = useCallback(async () => {
    const given = await fetchHandovers(accountId);
    // What is shown stays while the server is away, which the page says.
    if (given.ok) setHandovers(given.value);
  }, [accountId]);
  useEffect(() => {
    const soon = setTimeout(() => void load());
    return () => clearTimeout(soon);
  }, [load, at]);
  return { handovers, load };
}
