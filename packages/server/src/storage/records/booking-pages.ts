import type { EventType, PageLink, Words } from "@snart/calendar/booking-page/event-type.ts";
import type { BookingId, BookingPageId, Millis, ObjectId, PageBookingId, PrincipalId } from "./ids.ts";

// Booking pages: where people without an account book a time with somebody, their links, and what was booked.

/** One thing that can be booked at a page. */
export interface PageEventType {
  /** Unique within the page, and part of its address. */
  readonly id: string;
  readonly title: Words;
  readonly description: Words;
  /** As `readEventType` let it in. */
  readonly type: EventType;
}

export type PageState = "open" | "paused" | "closed";

/** Where people without an account book a time with a person or a group. */
export interface BookingPage {
  readonly id: BookingPageId;
  /** Whose it is: a person or a group. */
  readonly accountId: PrincipalId;
  /** Its address now. This and those that it had are nobody else's for a year after it was deleted. */
  readonly slug: string;
  readonly title: Words;
  readonly description: Words;
  readonly types: readonly PageEventType[];
  readonly state: PageState;
  /** When a paused page opens again by itself; null: somebody opens it. */
  readonly pausedUntil: Millis | null;
  /** Whether anybody may book who knows its address; not: only by a link. */
  readonly isPublic: boolean;
  /** Whether search engines may list it, as long as it is public. */
  readonly isListed: boolean;
  /** Whether only people who are signed in here may book; others see what it is for, and no times. */
  readonly requiresAccount: boolean;
  /** Origins whose pages may show it in a frame. */
  readonly embedOrigins: readonly string[];
  /** The languages in which guests may read it. */
  readonly languages: readonly string[];
  /** How many days after a booking the guest's data are deleted. */
  readonly keepDays: number;
  /** When it was deleted; null: it was not. */
  readonly deletedAt: Millis | null;
  readonly createdAt: Millis;
  readonly changedAt: Millis;
}

/** A secret link to a page: for so many bookings, until a moment, and only for some of what the page has. */
export interface BookingLink {
  readonly id: string;
  readonly pageId: BookingPageId;
  /** The one event type that it is for; null: every one. */
  readonly typeId: string | null;
  /** What its owner calls it. */
  readonly name: string;
  /** Of the secret in its address, which is stored nowhere. */
  readonly tokenHash: string;
  /** What it leaves of the event type. */
  readonly narrowing: Pick<PageLink, "length" | "host" | "room">;
  /** How many bookings it is for; null: any number. */
  readonly uses: number | null;
  /** How many were made by it; those that were cancelled count too. */
  readonly used: number;
  /** Exclusive; null: it does not end. */
  readonly until: Millis | null;
  readonly createdAt: Millis;
  /** When somebody booked by it last; null: never. */
  readonly usedAt: Millis | null;
}

/** `filling`: a guest fills in the form, and nothing is known of them yet; `held`: their address is not proved yet. */
export type PageBookingState = "filling" | "held" | "requested" | "confirmed" | "cancelled";

/** One guest's booking. Guests who share a time have one each. */
export interface PageBooking {
  readonly id: PageBookingId;
  readonly pageId: BookingPageId;
  /** Of `PageEventType`. */
  readonly typeId: string;
  /** Who receives the guest. */
  readonly hosts: readonly PrincipalId[];
  /** By what the cells of the hosts' time are claimed; guests who share a time have it in common. */
  readonly timeId: BookingId;
  /** The event in the first host's calendar; null: there is none yet, or it is gone. */
  readonly objectId: ObjectId | null;
  /** A room that it has besides. */
  readonly roomId: PrincipalId | null;
  readonly state: PageBookingState;
  readonly startsAt: Millis;
  /** Exclusive. */
  readonly endsAt: Millis;
  /** Kept free before and after, milliseconds. */
  readonly before: number;
  readonly after: number;
  /** A hold or a request counts for nothing from here on; null: it lasts. */
  readonly expiresAt: Millis | null;
  /** The link by which it was made; null: none. */
  readonly linkId: string | null;
  readonly name: string;
  /** Whether guests who share the time see the name: the form has said so. */
  readonly isNameShown: boolean;
  /** Lower case; empty once the guest's data are deleted. */
  readonly mail: string;
  readonly language: string;
  /** IANA name of the zone in which the guest reads times. */
  readonly timeZone: string;
  /** What the guest answered, by the number of the question. */
  readonly answers: readonly (string | boolean)[];
  /** Where it takes place, in words; empty: nothing is said. */
  readonly place: string;
  /** Of the secret in the guest's link, by which it is confirmed, moved and cancelled. */
  readonly tokenHash: string;
  /** Made with the form: a form that is sent again makes no second booking. */
  readonly once: string;
  /** How often it was moved. */
  readonly moves: number;
  /** What who cancelled it said; empty: nothing. */
  readonly reason: string;
  readonly createdAt: Millis;
  readonly changedAt: Millis;
  /** When the guest's data are deleted. */
  readonly deleteAfter: Millis;
}
