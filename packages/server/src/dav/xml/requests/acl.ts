import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { refuse, refuseWith, type Refusal } from "../../preconditions.ts";
import { childNamed, childrenNamed, elementsOf, isNamed, textOf, type XmlElement } from "../element.ts";
import { PREFIXES, dav } from "../names.ts";

/** One ACE that grants privileges (RFC 3744 §5.5). */
export interface GrantedAce {
  /** the path or URL of a principal; `owner` for the DAV:owner property */
  readonly principal: string;
  /**
   * names with the usual prefix, such as `d:read`; a name in an unknown namespace keeps that namespace, so it matches
   * nothing
   */
  readonly privileges: readonly string[];
}

/** Reads the body of an ACL request (RFC 3744 §8.1). */
export function readAcl(body: XmlElement | undefined): Result<readonly GrantedAce[], Refusal> {
  if (!body || !isNamed(body, dav("acl"))) return failed(refuseWith(400, "The body of an ACL is DAV:acl."));
  const aces: GrantedAce[] = [];
  for (const element of childrenNamed(body, dav("ace"))) {
    const ace = readAce(element);
    if (!ace.ok) return ace;
    aces.push(ace.value);
  }
  return ok(aces);
}

function readAce(element: XmlElement): Result<GrantedAce, Refusal> {
  if (childNamed(element, dav("invert")))
    return failed(refuse("no-invert", "An ACE is for a principal, not for all but one."));
  if (childNamed(element, dav("deny"))) return failed(refuse("grant-only", "An ACE grants; none denies."));
  if (childNamed(element, dav("inherited")))
    return failed(refuse("no-inherited-ace-conflict", "Nothing is inherited by a calendar."));
  const principal = childNamed(element, dav("principal"));
  const grant = childNamed(element, dav("grant"));
  if (!principal || !grant) return failed(refuseWith(400, "An ACE has a principal and a grant."));
  const privileges = childrenNamed(grant, dav("privilege")).flatMap(elementsOf).map(prefixed);
  const who = readPrincipal(principal);
  return who === undefined
    ? failed(refuse("allowed-principal", "Calendars are shared with people and groups, one by one."))
    : ok({ principal: who, privileges });
}

function readPrincipal(element: XmlElement): string | undefined {
  const property = childNamed(element, dav("property"));
  if (property) return childNamed(property, dav("owner")) ? "owner" : undefined;
  const href = childNamed(element, dav("href"));
  return href && textOf(href).trim();
}

const prefixed = ({ ns, name }: XmlElement): string => `${PREFIXES.get(ns) ?? `{${ns}}`}:${name}`;
