import type { DateText, DateTimeText, DayName, SpanText, TimeText } from "../booking/rules.ts";
import type { SnartColour } from "../jscalendar/snart-colours.ts";

/** A text for guests in one language or in both; a guest whose language is absent reads the other. */
export interface Words {
  readonly en?: string;
  readonly sv?: string;
}

/** The text for a reader of one language; the other one where it is missing. */
export const wordsFor = ({ en, sv }: Words, language: string | undefined): string =>
  (language === "sv" ? (sv ?? en) : (en ?? sv)) ?? "";

/** Hours of one day; `to` is exclusive, `24:00` at most, and not on the next day. */
export interface DayHours {
  readonly from: TimeText;
  readonly to: TimeText;
}

/** The same hours on some days of every week. */
export interface WeekHours extends DayHours {
  readonly days: readonly DayName[];
}

/** All hours of one date, instead of those of its weekday; none: nothing can be booked on it. */
export interface DateHours {
  readonly date: DateText;
  readonly hours: readonly DayHours[];
}

/** When times begin and end: hours written for the page, or those of each host, which come with the facts. */
export type Schedule =
  | { readonly of: "page"; readonly hours: readonly WeekHours[]; readonly dates?: readonly DateHours[] }
  | { readonly of: "host" };

/** How far ahead guests may book: a span from now on, or the days from one date until another, both inclusive. */
export type Horizon = { readonly within: SpanText } | { readonly from: DateText; readonly until: DateText };

/** The most times in a day, ISO 8601 week or month: of this type, of its whole page, or of one host on every page. */
export interface PageLimit {
  readonly max: number;
  readonly of: "type" | "page" | "host";
  readonly per: "day" | "week" | "month";
}

/** Who receives guests. */
export interface Host {
  readonly id: string;
  /** in a mix alone, and always there: whether they take part in every booking, or take turns with the others of the pool */
  readonly role?: "required" | "pool";
  /** share of the bookings of who takes turns; 1 if absent */
  readonly weight?: number;
}

/** What a guest is asked besides name and address. */
export type Question =
  | { readonly kind: "text" | "phone" | "tick"; readonly label: Words; readonly required: boolean }
  | {
      readonly kind: "choice";
      readonly label: Words;
      readonly required: boolean;
      readonly choices: readonly Words[];
    };

/** Where it takes place; the guest chooses where there are several. In `url`, `{booking}` stands for the booking's own id. */
export type Place =
  | { readonly kind: "address"; readonly address: string }
  | { readonly kind: "phone" }
  | { readonly kind: "video"; readonly url: string }
  | { readonly kind: "askGuest" };

/** Until how long before the start a guest may move, and cancel; until the start where one is absent. */
export interface ChangeWindow {
  readonly moveUntil?: SpanText;
  readonly cancelUntil?: SpanText;
}

/** Nights of a thing: from its time of arrival on one date to its time of departure on another, so many of them at least and at most. */
export interface PageNights {
  readonly checkIn: TimeText;
  /** not later than `checkIn` */
  readonly checkOut: TimeText;
  readonly least: number;
  readonly most: number;
}

/**
 * What others can book at a person's page: how long, when, with whom and where. Stored and sent as it is. `readEventType` alone makes one
 * of what comes from outside, `prepareEventType` makes of it what a verdict needs.
 */
export interface EventType {
  /** IANA name: the zone of every date and time of day here, and of the days that limits count in */
  readonly timeZone: string;
  /** exact lengths; the guest chooses where there are several. None where nights are booked */
  readonly lengths: readonly SpanText[];
  /** so many times of the one length in a row at most, booked as one; 1 if absent */
  readonly inRow?: number;
  /** a thing is booked by the night, counted by date; hours and starts say nothing then */
  readonly nights?: PageNights;
  /** times begin with each opening, and then so often, counted in elapsed time */
  readonly start: { readonly every: SpanText };
  readonly schedule: Schedule;
  /** kept free before and after. Between two neighbours the longer of the two buffers counts, never both */
  readonly before?: SpanText;
  readonly after?: SpanText;
  /** how long before the start it is too late to book; nothing if absent */
  readonly minNotice?: SpanText;
  readonly horizon: Horizon;
  readonly limits?: readonly PageLimit[];
  readonly hosts: readonly Host[];
  /** the one host; all of them together; one of them, in turn; those who are required together with one of the pool, in turn */
  readonly mode: "one" | "collective" | "rotate" | "mixed";
  /**
   * into which calendar of whose page it is bookings are written, where they receive guests themselves: a person, or a group that lends its
   * things. The one for invitations where it is absent, gone, or takes no events any more
   */
  readonly calendarId?: string;
  /** of the events of bookings that are made from now on (RFC 7986 §5.9), for the first host; that of their calendar if absent */
  readonly color?: SnartColour;
  /** one of these rooms, the first that is free; a time without a free room is not offered where it is required */
  readonly rooms?: { readonly anyOf: readonly string[]; readonly required: boolean };
  /** guests at one time; 1 if absent */
  readonly seats?: number;
  /** whether guests who share a time see each other's names, which the form says before they book; not if absent */
  readonly showsGuests?: boolean;
  /** whether a host answers each booking; until then it is a request, which keeps its time */
  readonly approval?: boolean;
  readonly questions?: readonly Question[];
  readonly places?: readonly Place[];
  readonly change?: ChangeWindow;
  /** how long before the start the guest is reminded */
  readonly reminders?: readonly SpanText[];
}

/** What a link of its own leaves of an event type: one length, host or room, for so many bookings and until a moment. */
export interface PageLink {
  readonly uses?: number;
  /** exclusive, in the zone of the event type */
  readonly until?: DateTimeText;
  readonly length?: SpanText;
  readonly host?: string;
  readonly room?: string;
}
