import { instantOf, ownLocal, withLocal, type CalendarTime } from "../time/calendar-time.ts";
import { DAY, type Instant } from "../time/instant.ts";
import { asLocal, dayOf, timeOfDay, type Local } from "../time/local.ts";
import type { Zone } from "../time/zone.ts";

/**
 * The clock of a series: identifies instances by its reading at their start, whatever value type or zone an EXDATE,
 * RDATE or RECURRENCE-ID was written in.
 */
export class SeriesClock {
  readonly start: CalendarTime;
  /** the zone that turns its readings into instants: the series' own, or the viewer's for all-day and floating series */
  readonly zone: Zone;
  /** the first instance */
  readonly first: Local;

  constructor(start: CalendarTime, viewer: Zone) {
    this.start = start;
    this.zone = start.kind === "timed" ? start.zone : viewer;
    this.first = this.reading(start);
  }

  /** The clock's reading at a time. In a series of times, a date stands for the series' time of day on that date. */
  reading(time: CalendarTime): Local {
    if (this.start.kind === "allDay") return asLocal(dayOf(ownLocal(time)) * DAY);
    if (time.kind === "allDay") return asLocal(time.date + timeOfDay(ownLocal(this.start)));
    if (this.start.kind === "floating") return ownLocal(time);
    // Through the instant, so that a skipped reading becomes the one that the clocks show.
    return this.zone.toLocal(instantOf(time, this.zone));
  }

  /** The time of the instance with this reading, in the form of the series' start. */
  timeAt(reading: Local): CalendarTime {
    return reading === this.first ? this.start : withLocal(this.start, reading);
  }

  instantAt(reading: Local): Instant {
    return this.zone.toInstant(reading);
  }
}
