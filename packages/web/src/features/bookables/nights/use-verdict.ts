import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { useEffect, useState } from "react";
import { judgeBooking, type Judged } from "../../../api/items/booking-api.ts";
import type { Time } from "../model.ts";

interface Asked extends Time {
  readonly bookableId: string;
  readonly partyId: string | null;
  readonly acceptedRules?: number;
}

/** A breath after the last step: who walks over a month asks for no night on the way. */
const AFTER_MS = 150;

/** What the rules say of a time, asked anew whenever something of it or of the board changes. @returns undefined: it is being asked */
export function useVerdict(accountId: string, asked: Asked, at: number): Judged | undefined {
  const { bookableId, start, end, partyId, acceptedRules } = asked;
  const of = JSON.stringify([bookableId, start, end, partyId, acceptedRules, at]);
  const [known, setKnown] = useState<{ readonly of: string; readonly verdict: Judged }>();
  useEffect(() => {
    let isHere = true;
    const timer = setTimeout(() => {
      const wish = {
        bookableId,
        start: formatUtcDateTime(start),
        end: formatUtcDateTime(end),
        partyId,
        ...(acceptedRules !== undefined && { acceptedRules }),
      };
      void judgeBooking(accountId, wish).then((given) => {
        if (isHere && given.ok) setKnown({ of, verdict: given.value });
      });
    }, AFTER_MS);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [accountId, bookableId, start, end, partyId, acceptedRules, of]);
  return known?.of === of ? known.verdict : undefined;
}
