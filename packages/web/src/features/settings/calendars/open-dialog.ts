import type { ManagedCalendar } from "../../../api/calendars/calendars-api.ts";

/** The actions on a calendar besides showing and moving it. */
export type CalendarAction = "default" | "edit" | "publish" | "subscription" | "delete";

/** The dialog that is open over the list of calendars. */
export type OpenDialog =
  | { readonly kind: "new" }
  | { readonly kind: "subscribe" }
  | { readonly kind: Exclude<CalendarAction, "default">; readonly calendar: ManagedCalendar };
