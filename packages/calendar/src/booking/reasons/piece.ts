import type { Instant } from "../../time/instant.ts";
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
  if (rules.mode !== "slots" || start % cell !== 0 || start < cellStart(now, cell)) return false;
  const pass = passAt(prepared, now);
  return (
    pass !== undefined && pass.start <= start && end <= pass.end && (end % cell === 0 || end === pass.end)
  );
}
