import type { ManagedCalendar } from "../../../api/calendars/calendars-api.ts";

/** What can be done with a calendar beside showing and moving it. */
export type CalendarAction = "edit" | "publish" | "subscription" | "delete";

/** What is open over the list of calendars. */
export type OpenDialog =
  | { readonly kind: "new" }
  | { readonly kind: "subscribe" }
  | { readonly kind: CalendarAction; readonly calendar: ManagedCalendar };
