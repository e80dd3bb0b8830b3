// Every condition that these RFCs and drafts name is either implemented here or listed in docs/compliance.md with the reason why
// not; there are no others.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CONDITION_NAMES, conditionElement } from "./preconditions.ts";
import { CALDAV, DAV, WEBDAV_PUSH } from "./xml/names.ts";

const compliance = readFileSync(join(import.meta.dirname, "../../../../docs/compliance.md"), "utf8");
const [, never = ""] = compliance.split("Conditions of these RFCs that Snart never names:");
const explained = new Set([...never.matchAll(/`([a-zA-Z-]+)`/g)].map(([, name]) => name ?? ""));

const CONDITIONS: Readonly<Record<string, { readonly ns: string; readonly names: readonly string[] }>> = {
  "RFC 3253 §1.6, §3.6": { ns: DAV, names: ["supported-report", "resource-must-be-null"] },
  "RFC 3744 §8.1.1, §9": {
    ns: DAV,
    names: [
      "need-privileges",
      "no-ace-conflict",
      "no-protected-ace-conflict",
      "no-inherited-ace-conflict",
      "limited-number-of-aces",
      "deny-before-grant",
      "grant-only",
      "no-invert",
      "no-abstract",
      "not-supported-privilege",
      "missing-required-principal",
      "recognized-principal",
      "allowed-principal",
      "number-of-matches-within-limits",
    ],
  },
  "RFC 4331 §6": { ns: DAV, names: ["quota-not-exceeded", "sufficient-disk-space"] },
  "RFC 4791 §5.3, §7": {
    ns: CALDAV,
    names: [
      "calendar-collection-location-ok",
      "valid-calendar-data",
      "initialize-calendar-collection",
      "supported-calendar-data",
      "valid-calendar-object-resource",
      "supported-calendar-component",
      "no-uid-conflict",
      "max-resource-size",
      "min-date-time",
      "max-date-time",
      "max-instances",
      "max-attendees-per-instance",
      "valid-filter",
      "supported-filter",
      "supported-collation",
    ],
  },
  "RFC 4918 §16": {
    ns: DAV,
    names: [
      "lock-token-matches-request-uri",
      "lock-token-submitted",
      "no-conflicting-lock",
      "no-external-entities",
      "preserved-live-properties",
      "propfind-finite-depth",
      "cannot-modify-protected-property",
    ],
  },
  "RFC 5689 §3": { ns: DAV, names: ["valid-resourcetype"] },
  "RFC 6578 §3.2": { ns: DAV, names: ["valid-sync-token", "sync-traversal-supported"] },
  "RFC 6638 §3.2.4, §4.3, §5": {
    ns: CALDAV,
    names: [
      "unique-scheduling-object-resource",
      "same-organizer-in-all-components",
      "allowed-organizer-scheduling-object-change",
      "allowed-attendee-scheduling-object-change",
      "default-calendar-needed",
      "valid-schedule-default-calendar-URL",
      "valid-scheduling-message",
      "valid-organizer",
    ],
  },
  "RFC 7529 §5": { ns: CALDAV, names: ["supported-rscale"] },
  "RFC 7809 §5": { ns: CALDAV, names: ["valid-timezone"] },
  "RFC 8607 §3": {
    ns: CALDAV,
    names: [
      "max-attachment-size",
      "max-attachments-per-resource",
      "valid-action",
      "valid-rid",
      "valid-managed-id",
      "valid-managed-id-parameter",
    ],
  },
  "draft-bitfire-webdav-push §3.1": {
    ns: WEBDAV_PUSH,
    names: ["invalid-subscription", "push-not-available", "no-supported-trigger"],
  },
};

const named = new Map(CONDITION_NAMES.map((name) => [name as string, conditionElement(name).ns]));

describe("conditions", () => {
  test.each(Object.entries(CONDITIONS))(
    "of %s are implemented, or the reason is documented",
    (_, { ns, names }) => {
      for (const name of names) {
        if (named.has(name)) expect([name, named.get(name)]).toEqual([name, ns]);
        else expect(explained).toContain(name);
      }
    },
  );

  test("all come from an RFC or a draft", () => {
    const all = new Set(Object.values(CONDITIONS).flatMap(({ names }) => names));
    expect([...named.keys()].filter((name) => !all.has(name))).toEqual([]);
  });
});
