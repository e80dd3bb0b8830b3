import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { addDays, asLocal, startOfDay } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";

type SnoozeName = "fiveMinutes" | "tenMinutes" | "halfHour" | "hour" | "start" | "tomorrow";

interface SnoozeTime {
  readonly name: SnoozeName;
  readonly until: number;
}

/** A start nearer than this is no use to wait for. */
const SOON = 2 * MINUTE;

/** Until when a reminder can be put off: some while, what it is for, or tomorrow at eight by the person's clocks. */
export function snoozeTimes(now: number, start: number | null, zone: Zone): readonly SnoozeTime[] {
  const tomorrow = addDays(startOfDay(zone.toLocal(now)), 1);
  return [
    { name: "fiveMinutes", until: now + 5 * MINUTE },
    { name: "tenMinutes", until: now + 10 * MINUTE },
    { name: "halfHour", until: now + 30 * MINUTE },
    { name: "hour", until: now + HOUR },
    ...(start !== null && start > now + SOON ? [{ name: "start" as const, until: start }] : []),
    { name: "tomorrow", until: zone.toInstant(asLocal(tomorrow + 8 * HOUR)) },
  ];
}
