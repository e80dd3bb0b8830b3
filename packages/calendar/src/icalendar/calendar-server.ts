// Names of Calendar Server that Apple's clients know.

/** A guest's comment with their answer, in the organizer's object. */
export const ATTENDEE_COMMENT = "X-CALENDARSERVER-ATTENDEE-COMMENT";
/** The parameter with the address of its author. */
export const ATTENDEE_REF = "X-CALENDARSERVER-ATTENDEE-REF";
