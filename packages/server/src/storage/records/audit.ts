import type { Millis, PrincipalId } from "./ids.ts";

// The audit log: sign-ins, and actions that concern others.

export type AuditAction =
  | "set-up"
  | "user-added"
  | "user-invited"
  | "invitation-accepted"
  | "reset-link-created"
  | "password-reset-asked"
  | "password-reset"
  | "account-changed"
  | "address-asked"
  | "address-changed"
  | "address-released"
  | "account-deleted"
  | "account-removed"
  | "group-created"
  | "group-changed"
  | "calendar-handed-over"
  | "sign-in"
  | "sign-in-failed"
  | "sign-in-paused"
  | "sign-ins-slowed"
  | "sign-out"
  | "session-reused"
  | "expired-removed"
  | "former-dropped"
  | "password-changed"
  | "second-step-added"
  | "second-step-removed"
  | "recovery-codes-made"
  | "recovery-code-used"
  | "app-password-created"
  | "device-offered"
  | "app-password-removed"
  | "mail-tested"
  | "mail-given-up"
  | "mail-retried"
  | "calendar-exported"
  | "account-exported"
  | "subscription-added"
  | "public-link-created"
  | "public-link-changed"
  | "public-link-removed"
  | "sign-up-link-created"
  | "sign-up-link-revoked"
  | "share-changed"
  | "server-changed"
  | "clock-doubted"
  | "bookable-created"
  | "bookable-changed"
  | "bookable-report-opened"
  | "bookable-removed"
  | "display-created"
  | "display-removed"
  | "booking-page-changed"
  | "booking-page-created"
  | "booking-page-removed"
  | "booking-begun"
  | "booking-finished"
  | "booking-granted"
  | "booking-made"
  | "booking-postponed"
  | "booking-refused"
  | "booking-released"
  | "booking-cancelled"
  | "booking-handover-asked"
  | "booking-handover-withdrawn"
  | "booking-handover-declined"
  | "booking-handed-over"
  | "booking-wait-joined"
  | "booking-wait-left"
  | "household-created"
  | "household-changed"
  | "household-removed"
  | "household-joined"
  | "household-letter-made"
  | "household-pin-changed"
  | "pin-failed"
  | "pin-paused";

export interface AuditEntry {
  readonly id: string;
  readonly at: Millis;
  /** null if nobody has proved their identity */
  readonly actorId: PrincipalId | null;
  readonly action: AuditAction;
  /** Its subject: an e-mail address as typed, a calendar's id, a device's label. */
  readonly subject: string;
  /** Its origin and further facts; never a secret. */
  readonly detail: Readonly<Record<string, string>>;
}
