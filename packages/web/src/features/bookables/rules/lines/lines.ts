import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import { valueAt } from "../at-path.ts";
import type { Line } from "./line.ts";
import { what, times } from "./time-lines.ts";
import { ahead, limits, chain } from "./limit-lines.ts";
import { cancel, noShow, who } from "./use-lines.ts";

const FIXED: ReadonlySet<string> = new Set(["mode", "units", "timeZone"]);

/**
 * Every rule that is there, as a sentence. A change goes to the path of a blank, so that what no sentence says stays as it is.
 * @param labels of the thing
 */
export function linesOf(rules: BookingRules, labels: readonly string[]): readonly Line[] {
  const known = [
    ...what(rules),
    ...times(rules),
    ...ahead(),
    ...limits(rules, labels),
    ...chain(rules),
    ...cancel(),
    ...noShow(rules),
    ...who(rules),
  ];
  const isMonthly = valueAt(rules, "opens/release") !== undefined;
  return known
    .filter(([path]) => valueAt(rules, path) !== undefined && !(path === "opens/at" && isMonthly))
    .map(([path, line]) => ({ path, isFixed: FIXED.has(path), ...line }));
}
