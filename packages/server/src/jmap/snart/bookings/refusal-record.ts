import type { RefusalRecord } from "@snart/calendar/jmap/booking.ts";
import type { Refusal } from "../../../app/bookings/verdict.ts";
import type { SetError } from "../../wire/errors.ts";

/** The rules' no as it goes over the wire. */
export const refusalRecord = ({ reasons, opensAt, alternatives, waitPlace }: Refusal): RefusalRecord => ({
  reasons,
  ...(opensAt !== undefined && { opensAt }),
  alternatives,
  ...(waitPlace !== undefined && { waitPlace }),
});

const REFUSED = "the rules say no; `reasons` says all that do";

/** The same as the error of a record that is not created. */
export const refusedError = (
  { refusal, partyId }: { readonly refusal: Refusal; readonly partyId: string },
  { bookableId }: { readonly bookableId: string },
): SetError => ({
  type: "bookingRefused",
  description: REFUSED,
  bookableId,
  partyId,
  ...refusalRecord(refusal),
});
