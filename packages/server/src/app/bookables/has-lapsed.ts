import type { Booking } from "../../storage/records/bookings.ts";
import type { Millis } from "../../storage/records/ids.ts";

/** Whether a hold or an unanswered request counts for nothing any more. */
export const hasLapsed = ({ expiresAt }: Pick<Booking, "expiresAt">, now: Millis): boolean =>
  expiresAt !== null && expiresAt <= now;
