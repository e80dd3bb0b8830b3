import type { MessageKey } from "@snart/locales/keys.ts";
import { CALDAV, DAV, WEBDAV_PUSH, type XmlName } from "./xml/names.ts";

/**
 * The pre- and postconditions that Snart uses (RFC 4918 §16), each with its namespace and status. 403 means that the
 * same request will always fail, 409 that the person may resolve it (RFC 4791 §1.3).
 */
const CONDITIONS = {
  // RFC 4918
  "propfind-finite-depth": [DAV, 403],
  "cannot-modify-protected-property": [DAV, 403],
  // RFC 3253, 3744, 5689
  "resource-must-be-null": [DAV, 403],
  "supported-report": [DAV, 403],
  "need-privileges": [DAV, 403],
  "number-of-matches-within-limits": [DAV, 507],
  "valid-resourcetype": [DAV, 403],
  "allowed-principal": [DAV, 403],
  "grant-only": [DAV, 403],
  "limited-number-of-aces": [DAV, 403],
  "no-ace-conflict": [DAV, 403],
  "no-inherited-ace-conflict": [DAV, 403],
  "no-invert": [DAV, 403],
  "no-protected-ace-conflict": [DAV, 403],
  "not-supported-privilege": [DAV, 403],
  "recognized-principal": [DAV, 403],
  // RFC 4331
  "quota-not-exceeded": [DAV, 507],
  // RFC 6578
  "valid-sync-token": [DAV, 403],
  // RFC 4791
  "supported-calendar-data": [CALDAV, 403],
  "valid-calendar-data": [CALDAV, 403],
  "valid-calendar-object-resource": [CALDAV, 403],
  "supported-calendar-component": [CALDAV, 403],
  "no-uid-conflict": [CALDAV, 409],
  "max-resource-size": [CALDAV, 403],
  "min-date-time": [CALDAV, 403],
  "max-date-time": [CALDAV, 403],
  "max-instances": [CALDAV, 403],
  "max-attendees-per-instance": [CALDAV, 403],
  "calendar-collection-location-ok": [CALDAV, 403],
  "valid-filter": [CALDAV, 403],
  "supported-filter": [CALDAV, 403],
  "supported-collation": [CALDAV, 403],
  // RFC 7809
  "valid-timezone": [CALDAV, 403],
  // RFC 6638
  "unique-scheduling-object-resource": [CALDAV, 403],
  "same-organizer-in-all-components": [CALDAV, 403],
  "allowed-organizer-scheduling-object-change": [CALDAV, 403],
  "allowed-attendee-scheduling-object-change": [CALDAV, 403],
  "valid-scheduling-message": [CALDAV, 400],
  "valid-organizer": [CALDAV, 403],
  "default-calendar-needed": [CALDAV, 403],
  "valid-schedule-default-calendar-URL": [CALDAV, 403],
  // RFC 8607
  "max-attachment-size": [CALDAV, 403],
  "max-attachments-per-resource": [CALDAV, 403],
  "valid-action": [CALDAV, 403],
  "valid-rid": [CALDAV, 403],
  "valid-managed-id": [CALDAV, 403],
  "valid-managed-id-parameter": [CALDAV, 403],
  // WebDAV-Push
  "invalid-subscription": [WEBDAV_PUSH, 403],
  "push-not-available": [WEBDAV_PUSH, 403],
  "no-supported-trigger": [WEBDAV_PUSH, 403],
} as const satisfies Record<string, readonly [ns: string, status: number]>;

export type ConditionName = keyof typeof CONDITIONS;
type PlainConditionName = Exclude<
  ConditionName,
  "no-uid-conflict" | "unique-scheduling-object-resource" | "need-privileges"
>;

/** A condition with its element's content. */
export type Condition =
  | { readonly name: PlainConditionName }
  /** the path of the object that already has the UID */
  | { readonly name: "no-uid-conflict" | "unique-scheduling-object-resource"; readonly href: string }
  | { readonly name: "need-privileges"; readonly href: string; readonly privilege: XmlName };

/**
 * Why a request was refused: a named condition, or a plain HTTP status. `text` gives the details in English for
 * developers; people get {@link refusalText}.
 */
export type Refusal =
  | {
      readonly kind: "condition";
      readonly condition: Condition;
      /** where the method has another one than the condition */
      readonly status?: number;
      readonly text: string;
      readonly headers?: ExtraHeaders;
    }
  | {
      readonly kind: "status";
      readonly status: number;
      readonly text: string;
      readonly headers?: ExtraHeaders;
    };
type ExtraHeaders = Readonly<Record<string, string>>;

export const refuse = (name: PlainConditionName, text: string): Refusal => ({
  kind: "condition",
  condition: { name },
  text,
});

export const refuseWith = (status: number, text: string, headers?: ExtraHeaders): Refusal => ({
  kind: "status",
  status,
  text,
  ...(headers && { headers }),
});

export const conditionElement = (name: ConditionName): XmlName => ({ ns: CONDITIONS[name][0], name });

export const statusOf = (refusal: Refusal): number =>
  refusal.kind === "status" ? refusal.status : (refusal.status ?? CONDITIONS[refusal.condition.name][1]);

/** The statuses with a sentence of their own; any other is described as 400. */
export const TOLD_STATUSES = [400, 403, 404, 405, 409, 412, 413, 415, 422, 502, 507] as const;

/** The sentence for people about a condition or a status. */
export function refusalText(refusal: Refusal): MessageKey {
  if (refusal.kind === "condition") return `dav.${refusal.condition.name}`;
  return `dav.status-${TOLD_STATUSES.find((status) => status === refusal.status) ?? 400}`;
}

/** The status of a refusal with a condition. */
export const conditionStatus = (name: ConditionName): number => CONDITIONS[name][1];

/** Every condition, for the catalogue of `docs/compliance.md`. */
export const CONDITION_NAMES = Object.keys(CONDITIONS) as readonly ConditionName[];
