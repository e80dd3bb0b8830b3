import type { AskedType } from "../../app/booking-pages/page-facts.ts";
import type { PageBooking } from "../../app/types.ts";

/** Where a guest chooses a time, and where each time leads. */
export interface Choosing {
  readonly type: AskedType;
  readonly hostName: string;
  /** the address of the page itself */
  readonly path: string;
  /** what its addresses have besides, such as that a booking is moved */
  readonly also: Readonly<Record<string, string>>;
  /** @param length milliseconds; absent: the one that is asked for */
  readonly toTime: (start: number, length?: number) => string;
  /** the guest's booking that is moved */
  readonly own: readonly PageBooking[];
}
