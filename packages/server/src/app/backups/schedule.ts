import type { BackupSchedule } from "@snart/calendar/jmap/backups.ts";
import { DAY, HOUR, MINUTE, type Instant } from "@snart/calendar/time/instant.ts";
import { asLocal } from "@snart/calendar/time/local.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";

/** What a server begins with. */
export const FIRST_SCHEDULE: BackupSchedule = {
  isOn: true,
  time: "03:00",
  timeZone: "UTC",
  daily: 7,
  weekly: 4,
  monthly: 6,
};

/** The last moment up to `now`, included, at which a backup should have begun. */
export const lastDue = (schedule: BackupSchedule, now: Instant): Instant =>
  Math.max(...momentsAround(schedule, now).filter((at) => at <= now));

/** The first moment after `now` at which one should begin; null: none. */
export const nextDue = (schedule: BackupSchedule, now: Instant): Instant | null =>
  schedule.isOn ? Math.min(...momentsAround(schedule, now).filter((at) => at > now)) : null;

/** Of the days around one, so that each change of the clocks is between two of them. */
function momentsAround({ time, timeZone }: BackupSchedule, now: Instant): Instant[] {
  const zone = ianaZone(timeZone) ?? UTC;
  const today = Math.floor(zone.toLocal(now) / DAY) * DAY;
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return [-2, -1, 0, 1, 2].map((days) =>
    zone.toInstant(asLocal(today + days * DAY + hour * HOUR + minute * MINUTE)),
  );
}
