import type { Millis, Modseq, PrincipalId } from "./ids.ts";

// Notifications: what somebody is told of what others did.

export type NotificationType = "ShareNotification" | "CalendarEventNotification" | "Reminder";

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

export interface PushSubscription {
  readonly id: string;
  readonly principalId: PrincipalId;
  readonly deviceClientId: string;
  readonly url: string;
  /** For encryption (RFC 8291), base64url. */
  readonly keys: { readonly p256dh: string; readonly auth: string } | null;
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
