// The reports of RFC 3744 §9 with which clients find people.
import { failed } from "@snart/calendar/result.ts";
import { findPrincipal, listPrincipals } from "../../app/accounts/find-principal.ts";
import { groupsSeenOf } from "../../app/accounts/groups-of.ts";
import { addressesOf } from "../../app/principal-address.ts";
import type { Principal, PrincipalId } from "../../app/types.ts";
import { reply } from "../../http/reply.ts";
import { multistatusAnswer, propertyView } from "../answers.ts";
import type { Answer, Exchange } from "../exchange.ts";
import { readPreferences } from "../headers.ts";
import { XML_TYPE } from "../print-refusal.ts";
import { refusalOf } from "../problem.ts";
import { makePrinter } from "../properties/print-properties.ts";
import { withBeside } from "../properties/read-beside.ts";
import { childrenOf } from "../children.ts";
import { principalResource, type Resource } from "../resource.ts";
import type { XmlElement } from "../xml/element.ts";
import { XML_HEADER } from "../xml/multistatus.ts";
import { DECLARATIONS, caldav, calendarserver, dav, keyOf, type XmlName } from "../xml/names.ts";
import {
  readAclPrincipals,
  readPrincipalMatch,
  readPrincipalSearch,
  type PrincipalSearch,
  type PropertySearch,
} from "../xml/requests/principal-reports.ts";
import type { PropertyRequest } from "../xml/requests/property-request.ts";
import { wrap } from "../xml/write-xml.ts";

interface Searchable {
  readonly name: XmlName;
  readonly description: string;
  readonly texts: (principal: Principal) => readonly string[];
}

const SEARCHABLE: readonly Searchable[] = [
  { name: dav("displayname"), description: "Name", texts: ({ displayName }) => [displayName] },
  {
    name: calendarserver("email-address-set"),
    description: "E-mail address",
    texts: ({ email, formerEmails }) => (email === null ? [] : [email, ...formerEmails]),
  },
  {
    name: caldav("calendar-user-address-set"),
    description: "Calendar address",
    texts: (principal) => (principal.email === null ? [] : addressesOf(principal)),
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
  return { ok: true, value: reply(body, { headers: { "Content-Type": XML_TYPE } }) };
}

/** DAV:principal-property-search (RFC 3744 §9.4) among everybody whom the actor finds. */
export async function principalPropertySearch(exchange: Exchange, _: Resource, body: XmlElement): Answer {
  const search = readPrincipalSearch(body);
  if (!search.ok) return search;
  const all = (await listPrincipals(exchange.app, exchange.actor)).map(({ principal }) => principal);
  const found = all.filter((principal) => matches(principal, search.value));
  return printAll(
    exchange,
    search.value.properties,
    found.map((principal) => principalResource(principal, exchange.hrefs)),
  );
}

async function printAll(
  exchange: Exchange,
  properties: PropertyRequest,
  resources: readonly Resource[],
): Answer {
  const { isMinimal } = readPreferences(exchange.request);
  const print = makePrinter(properties, propertyView(exchange), { isMinimal });
  const names = properties.kind === "some" ? properties.names : [];
  const known = await withBeside(exchange, names, resources);
  return multistatusAnswer(
    known.map((resource) => print(resource)),
    { isMinimal },
  );
}

const matches = (principal: Principal, { searches, test }: PrincipalSearch): boolean =>
  test === "any" && searches.length > 0
    ? searches.some((search) => matchesSearch(principal, search))
    : searches.every((search) => matchesSearch(principal, search));

function matchesSearch(principal: Principal, { names, text, match }: PropertySearch): boolean {
  const wanted = text.toLowerCase();
  return names.some((name) => {
    const texts = byKey.get(keyOf(name))?.texts(principal) ?? [];
    return texts.some((value) => matchesText(value.toLowerCase(), wanted, match));
  });
}

function matchesText(value: string, wanted: string, match: PropertySearch["match"]): boolean {
  if (match === "equals") return value === wanted;
  if (match === "starts-with") return value.startsWith(wanted);
  return match === "ends-with" ? value.endsWith(wanted) : value.includes(wanted);
}

/**
 * DAV:principal-match (RFC 3744 §9.3): for `self` the person and their groups; for `owner` the person's own members
 * of the resource.
 */
export async function principalMatch(exchange: Exchange, resource: Resource, body: XmlElement): Answer {
  const wanted = readPrincipalMatch(body);
  if (!wanted.ok) return wanted;
  const { match, properties } = wanted.value;
  const { app, actor, hrefs } = exchange;
  if (match === "owner") {
    const children = await childrenOf(exchange, resource);
    if (!children.ok) return children;
    const own = [...children.value].filter((child) => ownerOf(child) === actor.principalId);
    return printAll(exchange, properties, own);
  }
  const principal = await findPrincipal(app, actor, actor.login);
  if (!principal.ok) return failed(refusalOf(principal.problem, { href: hrefs.principals }));
  const all = [principal.value, ...(await groupsSeenOf(app, actor, actor.principalId))];
  return printAll(
    exchange,
    properties,
    all.map((one) => principalResource(one, hrefs)),
  );
}

function ownerOf(resource: Resource): PrincipalId | undefined {
  if ("principal" in resource) return resource.principal.id;
  return "grant" in resource ? resource.grant.calendar.accountId : undefined;
}

/** DAV:acl-principal-prop-set (RFC 3744 §9.2): the principals that a calendar's ACEs name, the owner first. */
export async function aclPrincipalPropSet(exchange: Exchange, resource: Resource, body: XmlElement): Answer {
  const { app, actor, hrefs } = exchange;
  const properties = readAclPrincipals(body);
  if (!properties.ok) return properties;
  const known = (await withBeside(exchange, [dav("acl")], [resource]))[0] ?? resource;
  if (!("grant" in known) || known.shares === undefined)
    return failed({
      kind: "condition",
      condition: { name: "need-privileges", href: resource.href, privilege: dav("read-acl") },
      text: "With whom a calendar is shared is told to those who may change it.",
    });
  const found: Resource[] = [];
  const logins = new Set([known.ownerLogin, ...known.shares.map(({ login }) => login)]);
  for (const login of logins) {
    const principal = await findPrincipal(app, actor, login);
    if (principal.ok) found.push(principalResource(principal.value, hrefs));
  }
  return printAll(exchange, properties.value, found);
}
