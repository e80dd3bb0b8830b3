import type { DrawRecord } from "@snart/calendar/jmap/booking.ts";
import { useCallback, useEffect, useState } from "react";
import { fetchDraws } from "../../../api/items/booking-api.ts";

interface Draws {
  readonly draws: readonly DrawRecord[];
  readonly reload: () => Promise<void>;
}

/** The draws of one thing; fetched anew with its bookings. @param at when those were fetched */
export function useDraws(accountId: string, bookableId: string, at: number): Draws {
  const [draws, setDraws] = useState<readonly DrawRecord[]>([]);
  const reload = useCallback(async () => {
    const given = await fetchDraws(accountId);
    // Without an answer what is known stays: the page says that the network is away.
    if (given.ok) setDraws(given.value.filter((draw) => draw.bookableId === bookableId));
  }, [accountId, bookableId]);
  useEffect(() => {
    const soon = setTimeout(() => void reload());
    return () => clearTimeout(soon);
  }, [reload, at]);
  return { draws, reload };
}
