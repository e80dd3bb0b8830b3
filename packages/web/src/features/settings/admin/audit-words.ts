import type { MessageKey } from "@snart/locales/keys.ts";

const ACTIONS = [
  "set-up",
  "user-added",
  "user-invited",
  "invitation-accepted",
  "reset-link-created",
  "password-reset-asked",
  "password-reset",
  "account-changed",
  "account-deleted",
  "account-removed",
  "group-created",
  "group-changed",
  "calendar-handed-over",
  "sign-in",
  "sign-in-failed",
  "sign-in-paused",
  "sign-out",
  "password-changed",
  "app-password-created",
  "app-password-removed",
  "mail-tested",
  "mail-given-up",
  "calendar-exported",
  "account-exported",
  "subscription-added",
  "public-link-created",
  "public-link-changed",
  "public-link-removed",
  "sign-up-link-created",
  "sign-up-link-revoked",
  "share-changed",
] as const;

/** The words for what was done; what this version does not know is told as something else. */
export function auditKey(action: string): MessageKey {
  const known = ACTIONS.find((one) => one === action);
  return known ? `audit.${known}` : "audit.other";
}
