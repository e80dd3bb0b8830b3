import type { Millis, PrincipalId } from "./ids.ts";

// Principals: people, groups and bookable things; each is the account that owns its calendars.

export type PrincipalKind = "person" | "group" | "bookable";

export type PrincipalStatus = "invited" | "active" | "suspended" | "deleted";

export interface Principal {
  readonly id: PrincipalId;
  readonly kind: PrincipalKind;
  /** Name in URLs and for Basic sign-in; lower case, unique. */
  readonly login: string;
  readonly displayName: string;
  /** Lower case, unique among people; null for things without mail. */
  readonly email: string | null;
  readonly status: PrincipalStatus;
  readonly isAdmin: boolean;
  readonly preferences: Preferences;
  readonly createdAt: Millis;
  /** When it came into its status; absent: when it was made. */
  readonly statusSince?: Millis;
}

/** Somebody in a group; managers change who else is. */
export interface GroupMember {
  readonly groupId: PrincipalId;
  readonly memberId: PrincipalId;
  readonly isManager: boolean;
}

/** A secret link by which a person makes an account their own, or chooses a new password; it works once. */
export interface AccountLink {
  /** SHA-256 of the link's token. */
  readonly tokenHash: string;
  readonly principalId: PrincipalId;
  readonly kind: "invitation" | "reset" | "device" | "restore";
  readonly createdAt: Millis;
  readonly expiresAt: Millis;
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
  /** whose holidays are shown; by time zone and language where it is not said */
  readonly almanac?: "SE" | "GB-ENG" | "GB-SCT" | "GB-NIR";
  /** free on public holidays alone, on eves too (where it is not said), or on the days of custom before them as well */
  readonly freeOn?: "red" | "eves" | "customary";
  /** Name days of the person's own list, "12-24 Eva" a line, in order of date. */
  readonly nameDays?: string;
  readonly defaultCalendarId?: string;
  /** By what reminders come, besides those in the open app; absent: as `DEFAULT_CHANNELS` says. */
  readonly reminders?: ReminderChannels;
  /** By what one is told of what others do; absent: as `DEFAULT_NOTICES` says. */
  readonly notices?: NoticePreferences;
  /** When nothing is sent; absent: never. */
  readonly quietHours?: ClockSpan;
  /** When the day's agenda is sent by mail, "06:30"; absent: never. */
  readonly agendaAt?: string;
}

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

// Credentials: anything that proves who somebody is.

export type CredentialKind = "password" | "app-password" | "passkey" | "oidc" | "totp";

export interface Credential {
  readonly id: string;
  readonly principalId: PrincipalId;
  readonly kind: CredentialKind;
  /** The person's own name for it ("Elin's phone"). */
  readonly label: string;
  /** PHC string or another one-way form; never the secret. */
  readonly secretHash: string;
  readonly createdAt: Millis;
  readonly lastUsedAt: Millis | null;
  /** What used it last, from the User-Agent. */
  readonly lastUsedBy: string | null;
}

export interface Session {
  /** SHA-256 of the cookie's token. */
  readonly tokenHash: string;
  readonly principalId: PrincipalId;
  readonly createdAt: Millis;
  readonly expiresAt: Millis;
  readonly userAgent: string | null;
}

/** What the addresses of a principal are made of. */
export type Addressed = Pick<Principal, "id" | "login" | "email">;
