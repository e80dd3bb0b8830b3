import { DAY } from "../../time/instant.ts";
import { passesOn, stayOf } from "../passes.ts";
import type { PreparedRules } from "../prepare.ts";
import type { PassTime } from "../times.ts";
import { isFreeOn, type DrawEntries } from "./draw.ts";

/**
 * What of a period nobody has: nights and passes that are free on one of the things, those that follow each other as one. `to` is exclusive,
 * and both are day numbers. Of hours that are booked freely nothing is said.
 */
export function leftOver(
  prepared: PreparedRules,
  entries: Pick<DrawEntries, "units" | "gapMinutes" | "taken">,
  from: number,
  to: number,
): readonly Pick<PassTime, "start" | "end">[] {
  const { mode } = prepared.rules;
  const left: { start: number; end: number }[] = [];
  for (let day = from; day < to && mode !== "free"; day++)
    for (const { start, end } of mode === "nights" ? [stayOf(prepared, day, 1)] : passesOn(prepared, day)) {
      const units = Array.from({ length: entries.units }, (_, unit) => unit);
      if (!units.some((unit) => isFreeOn(entries, unit, { start, end }))) continue;
      const last = left.at(-1);
      // Between two nights there are hours, between two passes nothing.
      if (last && start - last.end < (mode === "nights" ? DAY / 2 : 1)) last.end = end;
      else left.push({ start, end });
    }
  return left;
}
