import type {
  HealthCheck,
  HealthMoment,
  HealthSayings,
  HealthState,
  HealthThing,
} from "@snart/calendar/jmap/health.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { DAY, HOUR, MINUTE, type Instant } from "@snart/calendar/time/instant.ts";

const MIB = 1024 * 1024;

/** From where on something is worth a look (`soon`), and from where on somebody must act (`bad`). */
export const THRESHOLDS = {
  /** Free bytes of the disk: a backup needs more than the database has. */
  freeBytes: 1024 * MIB,
  /** Bytes of SQLite's log: something has kept it from being written back for long. */
  logBytes: 256 * MIB,
  /** Transactions that wait for others at one moment. */
  waiting: 20,
  /** Age of what should have left at once. */
  late: { soon: 15 * MINUTE, bad: HOUR },
  /** Nights in a row without a backup: after three it is no accident any more. */
  missed: { soon: 1, bad: 3 },
  /** Time that a certificate is still good for: those that renew themselves do so a month before. */
  certificate: { soon: 14 * DAY, bad: 3 * DAY },
} as const;

interface Beside {
  readonly figures?: HealthCheck["figures"];
  readonly moment?: readonly [HealthMoment, Instant] | undefined;
}

/** One judged thing. */
export const check = <T extends HealthThing>(
  thing: T,
  state: HealthState,
  says: HealthSayings[T],
  { figures = {}, moment }: Beside = {},
): HealthCheck => ({
  thing,
  state,
  says,
  figures,
  moment: moment ? { is: moment[0], at: formatUtcDateTime(moment[1]) } : null,
});
