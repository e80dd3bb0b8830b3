import type { EventType, PageLink, Words } from "../booking-page/event-type.ts";
import type { RefusedThing } from "../booking-page/refused-thing.ts";
import type { StartReason } from "../booking-page/start-reason.ts";
import type { UTCDateTime } from "../jscalendar/types.ts";

/** One thing that can be booked at a page. */
export interface PageEventTypeRecord {
  /** part of its address */
  readonly id: string;
  readonly title: Words;
  readonly description: Words;
  readonly type: EventType;
}

/** A BookingPage (urn:snart:jmap): where people without an account book a time with whose account it is. */
export interface BookingPageRecord {
  readonly id: string;
  /** its address is `/b/` and this; one that it had leads here */
  readonly slug: string;
  readonly title: Words;
  readonly description: Words;
  readonly types: readonly PageEventTypeRecord[];
  readonly state: "open" | "paused" | "closed";
  /** when a paused page opens again by itself; null: somebody opens it */
  readonly pausedUntil: UTCDateTime | null;
  /** not: only by a link can anything be booked */
  readonly isPublic: boolean;
  /** whether search engines may list it, as long as it is public */
  readonly isListed: boolean;
  /** whether only people who are signed in here may book; others see its title and text, and no times */
  readonly requiresAccount: boolean;
  /** origins whose pages may show it in a frame */
  readonly embedOrigins: readonly string[];
  readonly languages: readonly string[];
  /** how many days after a booking the guest's data are deleted */
  readonly keepDays: number;
  readonly createdAt: UTCDateTime;
}

/** A BookingLink (urn:snart:jmap): a secret link to a page, `/b/SLUG?link=TOKEN`. */
export interface BookingLinkRecord {
  readonly id: string;
  readonly pageId: string;
  /** the one event type that it is for; null: all of the page */
  readonly typeId: string | null;
  /** for its owner */
  readonly name: string;
  /** what it leaves of its event type */
  readonly narrowing: Pick<PageLink, "length" | "host" | "room">;
  /** how many bookings it gives; null: any number */
  readonly uses: number | null;
  readonly used: number;
  /** exclusive; null: it does not end */
  readonly until: UTCDateTime | null;
  readonly createdAt: UTCDateTime;
  /** when it last gave a booking; null: never */
  readonly usedAt: UTCDateTime | null;
}

/** A PageBooking (urn:snart:jmap): what a guest has booked at a page, as long as it is to come. */
export interface PageBookingRecord {
  readonly id: string;
  readonly pageId: string;
  readonly typeId: string;
  readonly hostIds: readonly string[];
  /** `changed`: a host has moved or deleted its event, and it counts for nothing */
  readonly state: "held" | "requested" | "confirmed" | "changed";
  readonly start: UTCDateTime;
  /** exclusive */
  readonly end: UTCDateTime;
  /** when a hold or a request lapses; null: it lasts */
  readonly expiresAt: UTCDateTime | null;
  readonly name: string;
  readonly mail: string;
  readonly language: string;
  readonly timeZone: string;
  /** one for each question of its event type */
  readonly answers: readonly (string | boolean)[];
  readonly place: string;
  /** of a request: the name of the room whose managers have to answer first; null: none has to */
  readonly awaitedRoom: string | null;
}

/** Why a time is not offered (`BookingPage/whyNot`). */
export interface WhyNotRecord {
  readonly isOffered: boolean;
  /** none where it is offered; times are ms UTC */
  readonly reasons: readonly (
    | (StartReason & {
        /** the asker's own event that stands in the way, of a series the occurrence, and the name of the calendar that it is in */
        readonly eventId?: string;
        readonly title?: string;
        readonly calendar?: string;
      })
    /** a guest fills in the form for it, until then at most */
    | { readonly kind: "filling"; readonly until: number }
  )[];
  /** why each thing that it would need cannot be had, where none of them can */
  readonly things: readonly RefusedThing[];
  /** when nobody could receive a guest, from half a day before the time to half a day after it; in order */
  readonly taken: readonly { readonly from: number; readonly to: number }[];
  /** the nearest times that guests can book instead, the nearest first, of the same length where there are such; none where it is offered */
  readonly nearest: readonly number[];
}
