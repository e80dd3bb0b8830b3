import { addDays, startOfDay, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { Away } from "../../../api/calendars/availability-api.ts";

/** The days of an absence, both inclusive, as midnights in a zone. */
export interface AbsenceDays {
  readonly first: Local;
  readonly last: Local;
}

/** The span from the midnight at which the first day begins to the one at which the last day ends. */
export const spanOfDays = ({ first, last }: AbsenceDays, zone: Zone): Pick<Away, "from" | "to"> => ({
  from: zone.toInstant(startOfDay(first)),
  to: zone.toInstant(addDays(startOfDay(last), 1)),
});

/** The days that an absence touches. */
export const daysOfAbsence = ({ from, to }: Pick<Away, "from" | "to">, zone: Zone): AbsenceDays => ({
  first: startOfDay(zone.toLocal(from)),
  last: startOfDay(zone.toLocal(Math.max(from, to - 1))),
});
