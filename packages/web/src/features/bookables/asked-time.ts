import type { GroupRecord } from "@snart/calendar/jmap/account.ts";
import type {
  BoardSlotRecord,
  BookableRecord,
  BookingRecord,
  RefusalRecord,
} from "@snart/calendar/jmap/booking.ts";
import type { Time } from "./model.ts";
import type { BookingActs } from "./use-booking-acts.ts";

/** A time that was pressed. */
export interface AskedTime extends Time {
  readonly bookable: BookableRecord;
  readonly slot?: BoardSlotRecord;
  /** the server's no to a booking; absent: nothing was tried yet */
  readonly refusal?: RefusalRecord;
  readonly partyId?: string | null;
}

export interface BookingSheetProps {
  readonly accountId: string;
  readonly asked: AskedTime;
  readonly acts: BookingActs;
  readonly bookings: readonly BookingRecord[];
  readonly households: readonly GroupRecord[];
  readonly groups: readonly GroupRecord[];
  readonly onClose: () => void;
}
