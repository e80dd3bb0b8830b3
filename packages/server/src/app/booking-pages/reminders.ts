import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import { spanOf } from "@snart/calendar/booking/prepare.ts";
import { before } from "@snart/calendar/booking/span.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import type { PageBooking } from "../../storage/records/booking-pages.ts";
import type { WriteScope } from "../scope.ts";
import { enqueuePageNotice } from "./notice.ts";

/** Has the guest reminded, as the event type says; whether it still stands is looked at when the moment has come. */
export async function scheduleReminders(
  write: Pick<WriteScope, "app" | "tx" | "now">,
  { reminders = [], timeZone }: EventType,
  booking: PageBooking,
): Promise<void> {
  for (const text of reminders) {
    const span = spanOf(text);
    const at = span && before(booking.startsAt, span, ianaZone(timeZone) ?? UTC);
    if (at !== undefined && at > write.now) await enqueuePageNotice(write, booking, "reminder", { at });
  }
}
