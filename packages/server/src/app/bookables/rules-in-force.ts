import { prepare, type PreparedRules } from "@snart/calendar/booking/prepare.ts";
import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import { MINUTE, type Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { BookingRulesVersion } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";

/** The newest rules of a bookable, ready for verdicts. */
export interface RulesInForce {
  readonly version: number;
  /** When they came into force. */
  readonly since: Instant;
  readonly prepared: PreparedRules;
}

/** @returns undefined: it has no rules, so only its managers book it */
export async function rulesInForce(
  tx: ReadTransaction,
  accountId: PrincipalId,
): Promise<RulesInForce | undefined> {
  const current = await tx.bookingRules.current(accountId);
  return current && inForceOf(current);
}

/** The same of everything that has rules, by bookable. */
export async function allRulesInForce(tx: ReadTransaction): Promise<ReadonlyMap<PrincipalId, RulesInForce>> {
  const current = await tx.bookingRules.allCurrent();
  return new Map(current.map((version) => [version.accountId, inForceOf(version)]));
}

const inForceOf = ({ version, createdAt: since, rules }: BookingRulesVersion): RulesInForce => ({
  version,
  since,
  // Only what `readRules` let through is ever stored.
  prepared: prepared(rules as BookingRules),
});

/** Milliseconds of a cell; of a bookable without rules a quarter of an hour. */
export const cellWidth = (inForce: RulesInForce | undefined): number => inForce?.prepared.cell ?? 15 * MINUTE;

/** What was prepared, by its text: of more than these the oldest are prepared anew. */
const known = new Map<string, PreparedRules>();
const MOST_KNOWN = 500;

function prepared(rules: BookingRules): PreparedRules {
  const text = JSON.stringify(rules);
  const before = known.get(text);
  if (before) return before;
  const made = prepare(rules);
  known.set(text, made);
  const [oldest] = known.keys();
  if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
  return made;
}
