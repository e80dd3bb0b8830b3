import type { GroupRecord } from "@snart/calendar/jmap/account.ts";
import type {
  BookableRecord,
  BookingRecord,
  BookingWaitRecord,
  RefusalRecord,
} from "@snart/calendar/jmap/booking.ts";
import type { ComponentType } from "react";
import type { SeenSlot, Time } from "./model.ts";
import type { Meeting } from "./meeting/meeting.ts";
import type { BookingActs } from "./use-booking-acts.ts";
import type { WaitActs } from "./waiting/use-wait-acts.ts";

/** A time that was pressed. */
export interface AskedTime extends Time {
  readonly bookable: BookableRecord;
  readonly slot?: SeenSlot;
  /** until when it is wanted, where more than the slot was chosen */
  readonly upTo?: number;
  /** the server's no to a booking; absent: nothing was tried yet */
  readonly refusal?: RefusalRecord;
  readonly partyId?: string | null;
  /** the meeting for which it was wished; absent: none */
  readonly meeting?: Meeting;
}

export interface BookingSheetProps {
  readonly accountId: string;
  readonly asked: AskedTime;
  readonly acts: BookingActs;
  readonly waitActs: WaitActs;
  readonly bookings: readonly BookingRecord[];
  /** what is known of the thing's times */
  readonly slots: readonly SeenSlot[];
  readonly waits: readonly BookingWaitRecord[];
  readonly households: readonly GroupRecord[];
  readonly groups: readonly GroupRecord[];
  /** all that can be booked */
  readonly bookables: readonly BookableRecord[];
  /** looks again at what is booked */
  readonly onChanged: () => Promise<void>;
  /** beside the times instead of over them */
  readonly isDocked: boolean;
  /** hears of another time that is chosen in the sheet, so that it is marked among the others */
  /** what asks about a free time; absent: the sheet of any thing */
  readonly free?: ComponentType<BookingSheetProps> | undefined;
  readonly onTime?: ((time: Time) => void) | undefined;
  readonly onClose: () => void;
}
