import { DAY, HOUR, type Instant } from "../time/instant.ts";
import type { PollOption } from "./poll.ts";

/** How long a poll is kept after its last option, in days. */
export const POLL_KEPT_DAYS = 60;
/** The last reminder goes to the silent so long before the poll closes. */
const LAST_REMINDER = 24 * HOUR;
/** There are not two reminders closer to each other, or to the invitation. */
const APART = 12 * HOUR;

/** When a poll is deleted: so many days after its last option has ended, or after it was changed if it has none. */
export const pollDeletedAt = (options: readonly PollOption[], length: number, changedAt: Instant): Instant =>
  Math.max(changedAt, ...options.map(({ start }) => start + length)) + POLL_KEPT_DAYS * DAY;

/**
 * When the silent are reminded: at half time, and a day before the poll closes; none too near to each other, to the invitation or to now.
 * @param from when they were invited
 * @param closesAt null: it does not close by itself, and nobody is reminded
 */
export function pollReminders(from: Instant, closesAt: Instant | null): readonly Instant[] {
  if (closesAt === null) return [];
  const last = closesAt - LAST_REMINDER;
  const half = from + Math.floor((closesAt - from) / 2);
  const times = [half, last].filter((at) => at - from >= APART && closesAt - at >= APART);
  const [first, second] = times.toSorted((a, b) => a - b);
  if (first === undefined) return [];
  return second !== undefined && second - first >= APART ? [first, second] : [second ?? first];
}
