import type { SourceHealth } from "../booking/facts.ts";
import type { Stretch } from "../free-busy/merge-busy-periods.ts";
import type { Instant } from "../time/instant.ts";
import type { WorkingWeek } from "../time/working-hours.ts";
import type { Zone } from "../time/zone.ts";

/** Where times come from, and of which time it knows everything. Outside of that nothing is offered. */
export interface PageSource extends SourceHealth {
  readonly from: Instant;
  /** exclusive */
  readonly to: Instant;
}

/** What is known of one host. */
export interface HostFacts {
  readonly host: string;
  /**
   * when the host is busy or away, in any order, overlaps allowed. Without the events of the bookings in `PageFacts`, which stand there with
   * their buffers
   */
  readonly busy: readonly Stretch[];
  /** every source of `busy`, the host's own calendars too; none: nothing is known */
  readonly sources: readonly PageSource[];
  /** the hours of each weekday, which an event type with `schedule.of` `host` needs; what else the host's availability says is in `busy` */
  readonly hours?: {
    readonly week: WorkingWeek;
    readonly zone: Zone;
    /** times besides those of the week, such as one Saturday, in any order */
    readonly more?: readonly Stretch[];
  };
}

/** One guest's booking that keeps its time, of this or another page. A cancelled or refused one is none. */
export interface PageBooking {
  readonly id: string;
  readonly type: string;
  readonly page: string;
  readonly hosts: readonly string[];
  readonly start: Instant;
  /** exclusive */
  readonly end: Instant;
  /** its buffers, milliseconds */
  readonly before: number;
  readonly after: number;
  /** when it was booked */
  readonly booked: Instant;
  /** of a hold or a request: it is nothing any more from this moment on */
  readonly expires?: Instant;
}

export interface RoomFacts {
  readonly room: string;
  /** when it can be booked, in any order */
  readonly free: readonly Stretch[];
  /** what its own rules say of a time that is free: its length, where it may begin, whose it may be; absent: they say nothing */
  readonly suits?: (time: Stretch) => boolean;
  /** whether its managers answer for a time that suits; absent: never */
  readonly asks?: (time: Stretch) => boolean;
  readonly source: PageSource;
}

/**
 * Everything that a start is judged by besides event type, time and now. In no order. Whoever gathers them says how far they reach: what
 * would be needed beyond that counts as unknown, and refuses.
 */
export interface PageFacts {
  /** ids of the event type and its page */
  readonly type: string;
  readonly page: string;
  readonly hosts: readonly HostFacts[];
  /** every booking of the page, and of its hosts on other pages, that touches the time from `bookingsFrom` to `bookingsTo` (exclusive) */
  readonly bookings: readonly PageBooking[];
  readonly bookingsFrom: Instant;
  readonly bookingsTo: Instant;
  readonly rooms: readonly RoomFacts[];
  /** the page is paused; without `until` (exclusive) until somebody opens it again */
  readonly paused?: { readonly until?: Instant };
  /** the guest's own booking that is moved, and their hold: these neither stand in the way nor count */
  readonly own?: readonly string[];
}
