import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../storage/port.ts";

/** What was last known of the clock. */
export interface ClockMark {
  /** its time at the last look */
  readonly seenAt: Instant;
  /** since when it has not jumped */
  readonly steadySince: Instant;
}

/** The setting that keeps it. */
export const CLOCK = "clock";
/** After a jump the clock is doubted for so long: somebody who sees a wrong one has the time to set it right. */
export const DOUBTED_FOR = DAY;

/** What was last known of the clock, as it is stored; undefined: nobody has looked. */
export async function clockMark(tx: ReadTransaction): Promise<ClockMark | undefined> {
  const text = await tx.settings.get(CLOCK);
  return text === undefined ? undefined : (JSON.parse(text) as ClockMark);
}
