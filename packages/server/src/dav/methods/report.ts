import { failed } from "@snart/calendar/result.ts";
import { readXml, type Answer, type Exchange } from "../exchange.ts";
import { readDepth } from "../headers.ts";
import { refuse, refuseWith } from "../preconditions.ts";
import { calendarMultiget } from "../reports/calendar-multiget.ts";
import { calendarQuery } from "../reports/calendar-query.ts";
import { expandProperty } from "../reports/expand-property.ts";
import { freeBusyQuery } from "../reports/free-busy-query.ts";
import { inboxMultiget, inboxQuery, inboxSync } from "../reports/inbox-reports.ts";
import {
  aclPrincipalPropSet,
  principalMatch,
  principalPropertySearch,
  principalSearchPropertySet,
} from "../reports/principal-reports.ts";
import { syncCollection } from "../reports/sync-collection.ts";
import { resolve } from "../resolve.ts";
import type { InboxResource, Resource, ResourceKind } from "../resource.ts";
import type { XmlElement } from "../xml/element.ts";
import { caldav, dav, keyOf } from "../xml/names.ts";

interface Report {
  readonly on: readonly ResourceKind[];
  /** defined for Depth 0 alone: others are 400 (RFC 3744 §9.2 to §9.5) */
  readonly isFlat?: true;
  readonly run: (exchange: Exchange, resource: Resource, body: XmlElement) => Answer;
}

const CALENDARS: readonly ResourceKind[] = ["home", "calendar", "object"];
const PRINCIPALS: readonly ResourceKind[] = ["root", "principals", "principal"];

/** Inboxes have reports of their own: they contain messages, not events. */
function orOfInbox(
  run: Report["run"],
  ofInbox: (exchange: Exchange, inbox: InboxResource, body: XmlElement) => Answer,
): Report["run"] {
  return (exchange, resource, body) =>
    resource.kind === "inbox" ? ofInbox(exchange, resource, body) : run(exchange, resource, body);
}

/** Every report by its root element; `rfc6578.ts` advertises the same. */
export const REPORTS: ReadonlyMap<string, Report> = new Map([
  [
    keyOf(caldav("calendar-query")),
    { on: [...CALENDARS, "inbox"], run: orOfInbox(calendarQuery, inboxQuery) },
  ],
  [
    keyOf(caldav("calendar-multiget")),
    { on: [...CALENDARS, "inbox"], run: orOfInbox(calendarMultiget, inboxMultiget) },
  ],
  [keyOf(caldav("free-busy-query")), { on: ["home", "calendar"], run: freeBusyQuery }],
  [keyOf(dav("sync-collection")), { on: ["calendar", "inbox"], run: orOfInbox(syncCollection, inboxSync) }],
  [
    keyOf(dav("expand-property")),
    {
      on: [...PRINCIPALS, "proxy", "homes", ...CALENDARS, "inbox", "inbox-item", "outbox"],
      run: expandProperty,
    },
  ],
  // python-caldav searches at a home, too.
  [
    keyOf(dav("principal-property-search")),
    { on: [...PRINCIPALS, "home"], isFlat: true, run: principalPropertySearch },
  ],
  [
    keyOf(dav("principal-search-property-set")),
    { on: [...PRINCIPALS, "home"], isFlat: true, run: principalSearchPropertySet },
  ],
  [
    keyOf(dav("principal-match")),
    { on: [...PRINCIPALS, "homes", "home"], isFlat: true, run: principalMatch },
  ],
  [
    keyOf(dav("acl-principal-prop-set")),
    { on: ["calendar", "object"], isFlat: true, run: aclPrincipalPropSet },
  ],
]);

/** REPORT (RFC 3253 §3.6): dispatches to the report that the body's root element names. */
export async function report(exchange: Exchange): Answer {
  const depth = readDepth(exchange.request, "0");
  if (!depth) return failed(refuseWith(400, "Depth is 0, 1 or infinity."));
  const body = await readXml(exchange);
  if (!body.ok) return body;
  if (!body.value) return failed(refuseWith(400, "A REPORT needs a body that names the report."));
  const known = REPORTS.get(keyOf(body.value));
  if (!known) return failed(refuse("supported-report", `There is no report ${body.value.name} here.`));
  if (known.isFlat && depth !== "0")
    return failed(refuseWith(400, `A ${body.value.name} has Depth 0 (RFC 3744 §9).`));
  const resource = await resolve(exchange);
  if (!resource.ok) return resource;
  if (!known.on.includes(resource.value.kind)) {
    return failed(refuse("supported-report", `There is no report ${body.value.name} at this URL.`));
  }
  return known.run(exchange, resource.value, body.value);
}
