import type { Reason } from "../booking/reason.ts";
import type { BookingRules, HouseRules } from "../booking/rules.ts";
import type { UTCDateTime } from "../jscalendar/types.ts";

/** A Display (urn:snart:jmap): a screen at a door, which shows and books some bookables by a secret link, or one on a wall, which shows calendars. */
export interface DisplayRecord {
  readonly id: string;
  readonly name: string;
  /** in the order in which it shows them */
  readonly bookableIds: readonly string[];
  /** of a wall, in the order in which it shows them; null: it shows bookables */
  readonly calendarIds: readonly string[] | null;
  /** a wall tells what is private in calendars of who made it */
  readonly showsPrivate: boolean;
  readonly createdAt: UTCDateTime;
  /** when it asked last, within some minutes; null: never */
  readonly seenAt: UTCDateTime | null;
}

/** A time of a bookable, as anybody who passes by may know it; ms UTC, the end exclusive. */
export interface DoorTime {
  readonly start: number;
  readonly end: number;
  /** `byLot`: it is given out by a draw */
  readonly state: "free" | "taken" | "closed" | "byLot";
  /** whose it is, as far as the rules tell */
  readonly who: string | null;
  /** a manager has not said yes yet */
  readonly isRequested: boolean;
}

/** A bookable at its door. */
export interface DoorThing {
  readonly id: string;
  readonly name: string;
  readonly place: string;
  readonly capacity: number | null;
  /** IANA name of its clocks */
  readonly timeZone: string;
  readonly mode: BookingRules["mode"];
  /** `waiting`: it is booked, and nobody has come yet */
  readonly state: "free" | "inUse" | "waiting" | "closed" | "byLot";
  readonly current:
    | (Omit<DoorTime, "state"> & {
        /** since when somebody is here who said so */
        readonly hereSince: number | null;
        /** when the rest is released unless somebody comes */
        readonly releasedAt: number | null;
      })
    | null;
  /** somebody can say now that they are here */
  readonly isAwaited: boolean;
  /** null: it is not free, or nothing is known to follow */
  readonly freeUntil: number | null;
  /** why it is closed, or that it is drawn by lot */
  readonly reasons: readonly Reason[];
  readonly next: readonly DoorTime[];
  /** what can be booked by one press */
  readonly choices: readonly { readonly start: number; readonly end: number }[];
  /** what is to be accepted before one books; null: nothing */
  readonly houseRules: Pick<HouseRules, "text" | "version"> | null;
  /** by which a phone proves that it is here, for this minute; null: the rules do not ask for it */
  readonly code: string | null;
}

/** What came of what somebody did at a door (`POST /door/TOKEN`). */
export type DoorOutcome =
  | {
      readonly kind: "done";
      /** the household */
      readonly who: string;
      /** of the booking, ms UTC, the end exclusive */
      readonly start: number;
      readonly end: number;
      readonly state: string;
    }
  | { readonly kind: "refused"; readonly who: string; readonly reasons: readonly Reason[] };

/** What a display shows (`GET /door/TOKEN`). */
export interface DoorRecord {
  readonly kind: "door";
  readonly name: string;
  /** the server's clock, ms UTC */
  readonly now: number;
  readonly things: readonly DoorThing[];
}
