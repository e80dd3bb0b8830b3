import type { CalendarId, Millis, Modseq, PrincipalId } from "./ids.ts";
import type { AppPasswordScope } from "./people.ts";

// Notifications: what somebody is told of what others did.

export type NotificationType =
  | "ShareNotification"
  | "CalendarEventNotification"
  | "PollNotification"
  | "Reminder";

export interface Notification {
  readonly id: string;
  readonly type: NotificationType;
  /** The account in which it is kept. */
  readonly accountId: PrincipalId;
  readonly recipientId: PrincipalId;
  /** The calendar or event. */
  readonly aboutId: string;
  readonly modseq: Modseq;
  readonly createdAt: Millis;
  /** As its type defines. */
  readonly payload: unknown;
}

/** A person's notifications of one type in one account. */
export interface NotificationList {
  readonly accountId: PrincipalId;
  readonly recipientId: PrincipalId;
  readonly type: NotificationType;
}

// Push: devices that get notified of changes (RFC 8620 §7.2).

/** A device that hears of changes by WebDAV-Push (draft-bitfire-webdav-push). */
export interface PushRegistration {
  /** Names the registration in its URL. */
  readonly id: string;
  readonly principalId: PrincipalId;
  /** The push resource. */
  readonly url: string;
  readonly keys: PushKeys;
  readonly createdAt: Millis;
  readonly expiresAt: Millis;
}

/** A device that hears of changes of one calendar. */
export interface CollectionPush extends PushRegistration {
  readonly calendarId: CalendarId;
  /** Whose calendar it is. */
  readonly accountId: PrincipalId;
  /** Whether it hears of changes of what is in the calendar. */
  readonly onContent: boolean;
  /** Whether it hears of changes of the calendar's own properties. */
  readonly onProperties: boolean;
  /** The state of what is in the calendar that it has heard of, or that there was at the registration. */
  readonly toldContent: Modseq;
  /** The same for the calendar's properties. */
  readonly toldProperties: Modseq;
  /** The sign-in of its creator; it ends with that. */
  readonly signedInBy: PushSubscription["signedInBy"];
}

/** A device that hears of the calendars of one home. */
export interface HomePush extends PushRegistration {
  /** Whose home it is. */
  readonly homeId: PrincipalId;
  /** Whether it hears of calendars that come and go there, also of those that others share. */
  readonly onContent: boolean;
  /** Whether it hears of changes of their properties. */
  readonly onProperties: boolean;
  /** The calendars there that it has heard of, or that there were at the registration. */
  readonly told: readonly ToldCalendar[];
  /** The sign-in of its creator, with which it ends, and what that reaches if it is limited. */
  readonly signedInBy: PushSubscription["signedInBy"] & { readonly scope?: AppPasswordScope };
}

/** A calendar as a device has heard of it. */
export interface ToldCalendar {
  readonly id: CalendarId;
  /** Whose it is. */
  readonly accountId: PrincipalId;
  /** Another one after each change of its properties, as the device's person sees them. */
  readonly state: string;
}

/** For encryption (RFC 8291), base64url. */
export interface PushKeys {
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushSubscription {
  readonly id: string;
  readonly principalId: PrincipalId;
  readonly deviceClientId: string;
  readonly url: string;
  readonly keys: PushKeys | null;
  readonly verificationCode: string;
  /** Whether its creator has proved that the URL is theirs. */
  readonly isVerified: boolean;
  readonly expiresAt: Millis;
  /** null: all */
  readonly types: readonly string[] | null;
  readonly createdAt: Millis;
  /** The sign-in of its creator; it ends with that. */
  readonly signedInBy: { readonly via: string; readonly proof: string };
}
