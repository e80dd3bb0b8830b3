declare const brand: unique symbol;

type Branded<T, B extends string> = T & { readonly [brand]: B };

export type PrincipalId = Branded<string, "PrincipalId">;

export type CalendarId = Branded<string, "CalendarId">;

export type ObjectId = Branded<string, "ObjectId">;

export type BookingId = Branded<string, "BookingId">;

export type HandoverId = Branded<string, "HandoverId">;

export type WaitId = Branded<string, "WaitId">;
export type BookingPageId = Branded<string, "BookingPageId">;

export type PageBookingId = Branded<string, "PageBookingId">;

export type PollId = Branded<string, "PollId">;

export type PollVoterId = Branded<string, "PollVoterId">;

export type DrawId = Branded<string, "DrawId">;

/** Milliseconds since 1970 in UTC. */
export type Millis = number;

/** Grows by one with every change of an account (RFC 8620 state, RFC 6578 sync token, RFC 7162's idea of MODSEQ). */
export type Modseq = number;
