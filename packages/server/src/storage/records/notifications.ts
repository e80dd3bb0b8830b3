import type { CalendarId, Millis, Modseq, PrincipalId } from "./ids.ts";

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

/** A device that hears of changes of one calendar (WebDAV-Push, draft-bitfire-webdav-push). */
export interface CollectionPush {
  /** Names the registration in its URL. */
  readonly id: string;
  readonly principalId: PrincipalId;
  readonly calendarId: CalendarId;
  /** Whose calendar it is. */
  readonly accountId: PrincipalId;
  /** The push resource. */
  readonly url: string;
  readonly keys: PushKeys;
  /** Whether it hears of changes of what is in the calendar. */
  readonly onContent: boolean;
  /** Whether it hears of changes of the calendar's own properties. */
  readonly onProperties: boolean;
  /** The state of what is in the calendar that it has heard of, or that there was at the registration. */
  readonly toldContent: Modseq;
  /** The same for the calendar's properties. */
  readonly toldProperties: Modseq;
  readonly createdAt: Millis;
  readonly expiresAt: Millis;
  /** The sign-in of its creator; it ends with that. */
  readonly signedInBy: PushSubscription["signedInBy"];
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
