import { DAY, type Instant } from "../../time/instant.ts";
import { cellStart } from "../cells.ts";
import type { Wish } from "../facts.ts";
import { passAt } from "../passes.ts";
import type { PreparedRules } from "../prepare.ts";

/**
 * Whether a time is a piece of the pass that runs now: what somebody released, did not come for or finished early. Once
 * a pass has begun, any whole cells of it from now on can be booked; before that, only the whole pass.
 */
export function isPiece(prepared: PreparedRules, { start, end }: Wish, now: Instant): boolean {
  const { cell, rules } = prepared;
  // No pass is longer than a day, and few wishes are for today: the others need not look for the pass that runs.
  if (rules.mode !== "slots" || start > now + 2 * DAY || start % cell !== 0) return false;
  if (start < cellStart(now, cell)) return false;
  const pass = passAt(prepared, now);
  return (
    pass !== undefined && pass.start <= start && end <= pass.end && (end % cell === 0 || end === pass.end)
  );
}
