// Collection synchronisation (RFC 6578 §4), and the reports that each kind of resource answers (RFC 3253 §3.1.5).
import type { ResourceKind } from "../resource.ts";
import { currentToken, inboxToken } from "../sync-token.ts";
import { dav } from "../xml/names.ts";
import { EVERYTHING, liveProperty, type LiveProperty } from "./live-property.ts";

const report = (...names: readonly string[]): string =>
  names.map((name) => `<d:supported-report><d:report><${name}/></d:report></d:supported-report>`).join("");

const PRINCIPAL_REPORTS = [
  "d:expand-property",
  "d:principal-property-search",
  "d:principal-search-property-set",
  "d:principal-match",
];
const ON_PRINCIPALS = report(...PRINCIPAL_REPORTS);
const OF_CALENDARS = [
  "d:expand-property",
  "c:calendar-query",
  "c:calendar-multiget",
  "c:free-busy-query",
  "d:acl-principal-prop-set",
];
/** What is gone from a calendar would be named, so busy times are not synchronised by it: clients compare entity tags. */
const ON_BUSY_TIMES = report(...OF_CALENDARS);
const ON_CALENDARS = report(...OF_CALENDARS, "d:sync-collection");

const REPORTS: Readonly<Record<ResourceKind, string>> = {
  root: ON_PRINCIPALS,
  principals: ON_PRINCIPALS,
  principal: ON_PRINCIPALS,
  proxy: report("d:expand-property"),
  homes: report("d:expand-property", "d:principal-match"),
  home: report(...PRINCIPAL_REPORTS, "c:calendar-query", "c:calendar-multiget", "c:free-busy-query"),
  calendar: ON_CALENDARS,
  object: report("d:expand-property", "c:calendar-query", "c:calendar-multiget", "d:acl-principal-prop-set"),
  inbox: report("d:expand-property", "c:calendar-query", "c:calendar-multiget", "d:sync-collection"),
  "inbox-item": report("d:expand-property"),
  outbox: report("d:expand-property"),
};

export const rfc6578: readonly LiveProperty[] = [
  liveProperty(["calendar", "inbox"], {
    name: dav("sync-token"),
    get: (resource) =>
      resource.kind === "inbox"
        ? inboxToken(resource)
        : resource.grant.rights.mayReadItems
          ? currentToken(resource.grant.calendar)
          : undefined,
  }),
  liveProperty(EVERYTHING, {
    name: dav("supported-report-set"),
    get: (resource) =>
      resource.kind === "calendar" && !resource.grant.rights.mayReadItems
        ? ON_BUSY_TIMES
        : REPORTS[resource.kind],
  }),
];
