import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";

export interface ManageDialogProps {
  readonly accountId: string;
  readonly bookable: BookableRecord;
  /** fetches anew what is shown */
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}
