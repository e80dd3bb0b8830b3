/** The event by which a page learns that something has rung, or was dealt with elsewhere. */
export const REMINDERS_CHANGED = "snart-reminders";
