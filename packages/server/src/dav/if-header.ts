import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Exchange } from "./exchange.ts";
import { refuseWith, type Refusal } from "./preconditions.ts";
import { resolve } from "./resolve.ts";
import type { Resource } from "./resource.ts";
import { currentToken } from "./sync-token.ts";
import { isSameObject, pathnameOf, readPath, type DavPath } from "./url.ts";

/** A condition that must hold, or must not: an entity tag without quotes, or a state token (RFC 4918 §10.4.2). */
interface StateCondition {
  readonly kind: "etag" | "token";
  readonly value: string;
  readonly isNegated: boolean;
}
/** Conditions that must all hold, for the named resource or else the request's own. */
interface StateList {
  readonly resource: string | undefined;
  readonly conditions: readonly StateCondition[];
}

/** The most lists in one header: each may name another resource, which must be looked up. */
const MAX_LISTS = 50;

/** Reads an If header; undefined if it is malformed or too long. */
export function parseIf(header: string): readonly StateList[] | undefined {
  const lists: StateList[] = [];
  let resource: string | undefined;
  let rest = header.trim();
  const startsTagged = rest.startsWith("<");
  while (rest !== "") {
    const tag = /^<([^<>\s]+)>\s*(?=\()/.exec(rest);
    if (tag) {
      // Lists with and without a resource may not be mixed.
      if (!startsTagged) return undefined;
      resource = tag[1];
      rest = rest.slice(tag[0].length);
    }
    const list = /^\(((?:[^()<>[\]"]|<[^<>]*>|\[(?:W\/)?"[^"]*"\])*)\)\s*/.exec(rest);
    const conditions = list && parseConditions(list[1] ?? "");
    if (!list || !conditions || lists.length === MAX_LISTS) return undefined;
    lists.push({ resource, conditions });
    rest = rest.slice(list[0].length);
  }
  return lists.length > 0 ? lists : undefined;
}

function parseConditions(text: string): readonly StateCondition[] | undefined {
  const conditions: StateCondition[] = [];
  let rest = text.trim();
  while (rest !== "") {
    const match = /^(not\s*)?(?:<([^<>\s]+)>|\[(W\/)?"([^"]*)"\])\s*/i.exec(rest);
    if (!match) return undefined;
    const [all, not, token, weak = "", etag = ""] = match;
    const isNegated = not !== undefined;
    // A weak tag never matches: all of Snart's are strong, and writes compare strongly.
    if (token === undefined) conditions.push({ kind: "etag", value: weak + etag, isNegated });
    else conditions.push({ kind: "token", value: token, isNegated });
    rest = rest.slice(all.length);
  }
  return conditions.length > 0 ? conditions : undefined;
}

interface State {
  readonly etag?: string;
  readonly token?: string;
}
/** Whether the header holds, given the entity tag of the object at the request's URL (undefined: none). */
type StateTest = (etag: string | undefined) => boolean;

const ABSENT: State = {};

const holds = ({ conditions }: StateList, state: State): boolean =>
  conditions.every(({ kind, value, isNegated }) => (state[kind] === value) !== isNegated);

/**
 * Reads the If header of a request (RFC 4918 §10.4): it holds if any of its lists does. Conditions on the object at
 * the request's own URL can be tested again under the write lock; those on other resources are decided here. State
 * tokens are sync tokens (RFC 6578 §5): Snart issues no others, so no others match.
 * @returns undefined without the header
 */
export async function readIf(exchange: Exchange): Promise<Result<StateTest | undefined, Refusal>> {
  const header = exchange.request.headers.get("if");
  if (header === null) return ok(undefined);
  const lists = parseIf(header);
  if (!lists) return failed(refuseWith(400, "The If header is not one of RFC 4918."));
  const own: StateList[] = [];
  let isDecided = false;
  for (const list of lists) {
    const path = pathOf(exchange, list);
    if (path && isSameObject(path, exchange.path)) own.push(list);
    else isDecided ||= holds(list, await stateAt(exchange, path));
  }
  return ok((etag) => isDecided || own.some((list) => holds(list, etag === undefined ? ABSENT : { etag })));
}

function pathOf({ hrefs, path, publicUrl, request }: Exchange, { resource }: StateList): DavPath | undefined {
  if (resource === undefined) return path;
  const pathname = pathnameOf(resource, request.url, publicUrl);
  const found = pathname === undefined ? undefined : readPath(pathname, hrefs);
  return found?.ok ? found.value : undefined;
}

async function stateAt(exchange: Exchange, path: DavPath | undefined): Promise<State> {
  const found = path && (await resolve(exchange, path));
  return found?.ok ? stateOf(found.value) : ABSENT;
}

function stateOf(resource: Resource): State {
  if (resource.kind === "object") return { etag: resource.head.etag };
  if (resource.kind === "inbox-item") return { etag: resource.item.etag };
  return resource.kind === "calendar" ? { token: currentToken(resource.grant.calendar) } : ABSENT;
}

/** Decides the header before the method runs; writes test it again under the lock. */
export async function checkIf(exchange: Exchange, test: StateTest | undefined): Promise<Refusal | undefined> {
  if (!test) return undefined;
  const etag = exchange.path.kind === "object" ? (await stateAt(exchange, exchange.path)).etag : undefined;
  return test(etag) ? undefined : refuseWith(412, "What the If header asks for is not so; nothing was done.");
}
