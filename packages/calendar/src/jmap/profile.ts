import type { Audience } from "../access/audience.ts";
import type { OfferedProvider } from "./administration/identity-providers.ts";

/** The actor's own account settings (urn:snart:jmap). */
export interface ProfileRecord {
  readonly id: string;
  readonly login: string;
  /** logins that were theirs before, the newest first: devices may go on using them */
  readonly formerLogins: readonly string[];
  readonly displayName: string;
  readonly email: string;
  /** addresses that were theirs before, the newest first: they stay theirs */
  readonly formerEmails: readonly string[];
  readonly isAdmin: boolean;
  /**
   * of the photo, which is at `photoUrl` of the session's capability; null: none. Set to the id of an upload, which
   * becomes the photo, or to null
   */
  readonly photoId: string | null;
  readonly preferences: Preferences;
}

/** What GET /auth/session answers: who is signed in, and what a page needs to know before anybody is. */
export interface SessionAnswer {
  /** the server still waits for its first account */
  readonly setupNeeded: boolean;
  readonly account: ProfileRecord | null;
  /** the password was right, and a code is needed now */
  readonly secondStep?: true;
  /** by which one may sign in as well; absent: none */
  readonly providers?: readonly OfferedProvider[];
  /** errors in the page are reported, by way of this server (`POST /auth/error-report`) */
  readonly reportsErrors: boolean;
  readonly version: string;
  /** the version that this administrator has not read of yet; absent: nothing is new */
  readonly upgradedTo?: string;
}

/** What a person has chosen; absent means "as the browser says". */
export interface Preferences {
  readonly language?: "en-GB" | "sv";
  readonly timeZone?: string;
  /** Whose hours stand beside those of `timeZone`; IANA name. */
  readonly secondTimeZone?: string;
  /** Seven days from Monday on, each `08:00-17:00` or nothing, told apart by commas; 08:00-17:00 on weekdays where it is not said. */
  readonly workingHours?: string;
  readonly theme?: "light" | "dark";
  /** hours counted to 12 or to 24 (where it is not said), in either language */
  readonly clock?: "12" | "24";
  /** the order of the parts of a date, in either language; the day first where it is not said */
  readonly dateOrder?: "day-month" | "month-day" | "year-month-day";
  /** how high an hour is drawn; normal where it is not said */
  readonly density?: "compact" | "normal" | "roomy";
  /** Whether the account password may be used over HTTP Basic (default true until turned off). */
  readonly basicPassword?: boolean;
  readonly singleKeyShortcuts?: boolean;
  readonly showHowSoon?: boolean;
  /** tasks stand among the events; where it is not said, they do */
  readonly showTasks?: boolean;
  /** whose holidays are shown, or none; by time zone and language where it is not said */
  readonly almanac?: "SE" | "GB-ENG" | "GB-SCT" | "GB-NIR" | "none";
  /** free on public holidays alone, on eves too (where it is not said), or on the days of custom before them as well */
  readonly freeOn?: "red" | "eves" | "customary";
  /** Name days of the person's own list, "12-24 Eva" a line, in order of date. */
  readonly nameDays?: string;
  readonly defaultCalendarId?: string;
  /** searches that were kept, each as the query of its address: `q=lunch&when=past` */
  readonly savedSearches?: readonly string[];
  /** the app asks when a device is in another time zone; where it is not said, it does */
  readonly askWhenTravelling?: boolean;
  /** How long a new event is where nothing says it, in minutes; an hour where it is not said. */
  readonly eventMinutes?: number;
  /** shown where there is no photo; those of the name where it is not said */
  readonly initials?: string;
  /** of the disc behind the initials, a name of `snart-colours`; one after the other where it is not said */
  readonly faceColour?: string;
  /** who finds this person and sees when they are busy, never with what; absent: as the server says */
  readonly visibleTo?: Audience;
  /** By what reminders come, besides those in the open app; absent: as `DEFAULT_CHANNELS` says. */
  readonly reminders?: ReminderChannels;
  /** By what one is told of what others do; absent: as `DEFAULT_NOTICES` says. */
  readonly notices?: NoticePreferences;
  /** When nothing is sent; absent: never. */
  readonly quietHours?: ClockSpan;
  /** When the day's agenda is sent by mail, "06:30"; absent: never. */
  readonly agendaAt?: string;
  /** When the coming week is sent by mail, on Sundays, "18:00"; absent: never. */
  readonly weekAt?: string;
  /** What a new person has neither done nor put away of what is offered to begin with; absent: nothing is offered. */
  readonly firstSteps?: readonly FirstStep[];
}

/** What a new person is offered: a device, the old calendar, company, and how the first calendar reminds and looks. */
export type FirstStep = "phone" | "import" | "share" | "reminder" | "colour" | "nameDays";

export interface ReminderChannels {
  readonly app?: boolean;
  readonly mail?: boolean;
  readonly push?: boolean;
}

/** By what each kind of news comes; what is absent is as `DEFAULT_NOTICES` says. */
export interface NoticePreferences {
  readonly invitations?: ReminderChannels;
  /** of what one is invited to: changed or cancelled */
  readonly changes?: ReminderChannels;
  /** from guests */
  readonly answers?: ReminderChannels;
  /** what others do in calendars that are shared, with one or by one */
  readonly shared?: ReminderChannels;
  readonly shares?: ReminderChannels;
}

/** From a time of day to another, over midnight where that is earlier: "21:30". */
export interface ClockSpan {
  readonly from: string;
  readonly to: string;
}
