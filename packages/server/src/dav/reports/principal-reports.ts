// The reports of RFC 3744 §9 that clients find people with.
import { failed } from "@snart/calendar/result.ts";
import { findPrincipal } from "../../app/find-principal.ts";
import { reachableAccounts } from "../../app/list-calendars.ts";
import type { Principal } from "../../app/types.ts";
import { multistatusAnswer, propertyView } from "../answers.ts";
import type { Answer, Exchange } from "../exchange.ts";
import { refuseWith } from "../preconditions.ts";
import { XML_TYPE } from "../print-refusal.ts";
import { refusalOf } from "../problem.ts";
import { makePrinter } from "../properties/print-properties.ts";
import { principalResource } from "../resource.ts";
import type { Resource } from "../resource.ts";
import type { XmlElement } from "../xml/element.ts";
import { XML_HEADER } from "../xml/multistatus.ts";
import { DECLARATIONS, caldav, calendarserver, dav, keyOf } from "../xml/names.ts";
import type { XmlName } from "../xml/names.ts";
import { readPrincipalMatch, readPrincipalSearch } from "../xml/requests/principal-reports.ts";
import type { PrincipalSearch, PropertySearch } from "../xml/requests/principal-reports.ts";
import { wrap } from "../xml/write-xml.ts";

interface Searchable {
  readonly name: XmlName;
  readonly description: string;
  readonly text: (principal: Principal) => string;
}

const SEARCHABLE: readonly Searchable[] = [
  { name: dav("displayname"), description: "Name", text: ({ displayName }) => displayName },
  {
    name: calendarserver("email-address-set"),
    description: "E-mail address",
    text: ({ email }) => email ?? "",
  },
  {
    name: caldav("calendar-user-address-set"),
    description: "Calendar address",
    text: ({ email }) => (email === null ? "" : `mailto:${email}`),
  },
];
const byKey = new Map(SEARCHABLE.map((property) => [keyOf(property.name), property]));

/** DAV:principal-search-property-set (RFC 3744 §9.5). */
export async function principalSearchPropertySet(): Answer {
  const properties = SEARCHABLE.map(
    ({ name, description }) =>
      `<d:principal-search-property><d:prop>${wrap(name, "")}</d:prop>` +
      `<d:description xml:lang="en">${description}</d:description></d:principal-search-property>`,
  );
  const body = `${XML_HEADER}<d:principal-search-property-set${DECLARATIONS}>${properties.join("")}</d:principal-search-property-set>`;
  return { ok: true, value: new Response(body, { headers: { "Content-Type": XML_TYPE } }) };
}

/** DAV:principal-property-search (RFC 3744 §9.4) among the accounts that the actor has to do with. */
export async function principalPropertySearch(exchange: Exchange, _: Resource, body: XmlElement): Answer {
  const search = readPrincipalSearch(body);
  if (!search.ok) return search;
  const principals = await reachableAccounts(exchange.app, exchange.actor);
  if (!principals.ok) return failed(refusalOf(principals.problem, { href: exchange.hrefs.principals }));
  const print = makePrinter(search.value.properties, propertyView(exchange));
  const found = principals.value.filter((principal) => matches(principal, search.value));
  return multistatusAnswer(found.map((principal) => print(principalResource(principal, exchange.hrefs))));
}

const matches = (principal: Principal, { searches, test }: PrincipalSearch): boolean =>
  test === "any"
    ? searches.some((search) => matchesSearch(principal, search))
    : searches.every((search) => matchesSearch(principal, search));

function matchesSearch(principal: Principal, { names, text, match }: PropertySearch): boolean {
  const wanted = text.toLowerCase();
  return names.some((name) => {
    const value = byKey.get(keyOf(name))?.text(principal).toLowerCase();
    if (value === undefined) return false;
    if (match === "equals") return value === wanted;
    if (match === "starts-with") return value.startsWith(wanted);
    return match === "ends-with" ? value.endsWith(wanted) : value.includes(wanted);
  });
}

/** DAV:principal-match (RFC 3744 §9.3) for `self`: which principal am I. */
export async function principalMatch(exchange: Exchange, _: Resource, body: XmlElement): Answer {
  const { isSelf, properties } = readPrincipalMatch(body);
  if (!isSelf) return failed(refuseWith(403, "Only principal-match for self is supported."));
  const principal = await findPrincipal(exchange.app, exchange.actor, exchange.actor.login);
  if (!principal.ok) return failed(refusalOf(principal.problem, { href: exchange.hrefs.principals }));
  const print = makePrinter(properties, propertyView(exchange));
  return multistatusAnswer([print(principalResource(principal.value, exchange.hrefs))]);
}
