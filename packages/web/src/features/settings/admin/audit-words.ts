import type { MessageKey } from "@snart/locales/keys.ts";
import type { useMessages } from "../../../i18n/messages.ts";
import { deviceProgram } from "../devices/device-name.ts";
import { browserName } from "../parts/browser-name.ts";

const ACTIONS = [
  "set-up",
  "user-added",
  "user-invited",
  "invitation-accepted",
  "reset-link-created",
  "password-reset-asked",
  "password-reset",
  "account-changed",
  "address-asked",
  "address-changed",
  "login-changed",
  "address-released",
  "account-deleted",
  "account-removed",
  "group-created",
  "group-changed",
  "calendar-handed-over",
  "sign-in",
  "sign-in-failed",
  "sign-in-paused",
  "sign-ins-slowed",
  "sign-out",
  "session-reused",
  "expired-removed",
  "former-dropped",
  "password-changed",
  "identity-added",
  "identity-removed",
  "provider-changed",
  "provider-removed",
  "provisioning-token-created",
  "provisioning-token-changed",
  "provisioning-token-removed",
  "account-provisioned",
  "passkey-added",
  "passkey-renamed",
  "passkey-removed",
  "passkey-doubted",
  "password-removed",
  "second-step-added",
  "second-step-removed",
  "recovery-codes-made",
  "recovery-code-used",
  "app-password-created",
  "device-offered",
  "app-password-removed",
  "backup-begun",
  "backup-stopped",
  "backup-downloaded",
  "whole-restored",
  "part-restored",
  "mail-tested",
  "mail-given-up",
  "mail-retried",
  "calendar-exported",
  "account-exported",
  "subscription-added",
  "public-link-created",
  "public-link-changed",
  "public-link-removed",
  "sign-up-link-created",
  "sign-up-link-revoked",
  "share-changed",
  "server-changed",
  "clock-doubted",
  "bookable-created",
  "bookable-changed",
  "bookable-report-opened",
  "bookable-removed",
  "display-created",
  "display-removed",
  "booking-page-changed",
  "booking-page-created",
  "booking-page-removed",
  "booking-begun",
  "booking-confirmed",
  "booking-finished",
  "booking-granted",
  "booking-lapsed",
  "booking-made",
  "booking-moved",
  "booking-postponed",
  "booking-refused",
  "booking-released",
  "booking-cancelled",
  "booking-handover-asked",
  "booking-handover-withdrawn",
  "booking-handover-declined",
  "booking-handed-over",
  "booking-wait-joined",
  "booking-wait-left",
  "poll-created",
  "poll-changed",
  "poll-decided",
  "poll-reopened",
  "poll-removed",
  "poll-voter-removed",
  "poll-voter-restored",
  "household-created",
  "household-changed",
  "household-removed",
  "household-joined",
  "household-letter-made",
  "household-pin-changed",
  "pin-failed",
  "pin-paused",
] as const;

/** The words for an action; an action that this version does not know gets a general phrase. */
export function auditKey(action: string): MessageKey {
  const known = ACTIONS.find((one) => one === action);
  return known ? `audit.${known}` : "audit.other";
}

type Detail = readonly (readonly [name: string, value: string])[];

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The object of the action: by name where the log has one, because the identifier of a calendar means nothing to
 * people.
 */
export function auditSubject(subject: string, detail: Detail): string {
  if (!ID.test(subject)) return subject;
  const named = ["calendar", "title", "label"].map((name) => new Map(detail).get(name) ?? "");
  return named.find((name) => name !== "") ?? "";
}

const FACTS = [
  "address",
  "from",
  "of",
  "proof",
  "host",
  "kind",
  "lastError",
  "outcome",
  "outsideRules",
  "role",
  "status",
  "what",
  "with",
  "before",
  "after",
] as const;
const COUNTS = ["times", "accounts", "calendars", "dates", "versions", "attachments"] as const;
const LEVELS = ["freeBusy", "read", "write", "edit", "manage"] as const;
const VALUES = [
  "administrator",
  "member",
  "person",
  "group",
  "elsewhere",
  "none",
  "full",
  "busy",
  "proved",
  "unproved",
] as const;

/**
 * One more fact that the log has about an action; undefined if it is already shown, or was never meant to be read.
 */
export function auditFact(
  [name, value]: Detail[number],
  t: ReturnType<typeof useMessages>,
): string | undefined {
  if (value === "" || ["login", "calendar", "title", "label", "latest"].includes(name)) return undefined;
  if (name === "userAgent" || name === "browser") return nameOfClient(value) || undefined;
  const level = LEVELS.find((one) => one === value);
  const known = VALUES.find((one) => one === value);
  const said = level ? t(`level.${level}`) : known ? t(`audit.value.${known}`) : value;
  const count = COUNTS.find((one) => one === name);
  if (count) return t(`audit.fact.${count}`, { value: Number(value) });
  const fact = FACTS.find((one) => one === name);
  return fact ? t(`audit.fact.${fact}`, { value: said }) : `${name}: ${said}`;
}

/** The name of a browser, which claims to be Mozilla, or of another program, which says its name and version. */
const nameOfClient = (userAgent: string): string =>
  /^(?!Mozilla)\S+\/\d/.test(userAgent) ? deviceProgram(userAgent).name : browserName(userAgent);
