import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { multistatusAnswer, propertyView } from "../answers.ts";
import { readXml, type Answer, type Exchange } from "../exchange.ts";
import { readDepth, readPreferences } from "../headers.ts";
import { refuse, refuseWith, type Refusal } from "../preconditions.ts";
import { makePrinter, type ResponsePrinter } from "../properties/print-properties.ts";
import { prepared } from "../properties/read-beside.ts";
import { childrenOf, objectsIn } from "../children.ts";
import { resolve } from "../resolve.ts";
import type { Resource } from "../resource.ts";
import type { PropertyRequest } from "../xml/requests/property-request.ts";
import { readPropfind } from "../xml/requests/propfind.ts";

/**
 * PROPFIND (RFC 4918 §9.1). Depth infinity is refused wherever it would differ from 1; a missing Depth means 1, as
 * several clients leave the header out and expect the members.
 */
export async function propfind(exchange: Exchange): Answer {
  const depth = readDepth(exchange.request, "1");
  if (!depth) return failed(refuseWith(400, "Depth is 0 or 1."));
  const body = await readXml(exchange);
  if (!body.ok) return body;
  const wanted = readPropfind(body.value);
  if (!wanted.ok) return wanted;
  const resource = await resolve(exchange);
  if (!resource.ok) return resource;
  if (depth === "infinity" && resource.value.kind !== "object") {
    return failed(
      refuse("propfind-finite-depth", "A PROPFIND goes one level deep at most: send Depth: 0 or 1."),
    );
  }
  const below = await groupsBelow(exchange, depth === "1" ? resource.value : undefined);
  if (!below.ok) return below;
  const { isMinimal, leavesRootOut } = readPreferences(exchange.request);
  const isWithoutRoot = leavesRootOut && depth === "1";
  const print = makePrinter(wanted.value, propertyView(exchange), { isMinimal });
  const own = isWithoutRoot ? [] : [resource.value];
  const pieces = responses(exchange, wanted.value, print, [own, ...below.value.first], below.value.rest);
  return multistatusAnswer(pieces, { isMinimal, isWithoutRoot });
}

interface Groups {
  readonly first: readonly Iterable<Resource>[];
  /** read while they are sent */
  readonly rest: AsyncIterable<Result<Iterable<Resource>, Refusal>>;
}

/** The requested members of a resource; possible refusals are found before anything is sent. */
async function groupsBelow(
  exchange: Exchange,
  resource: Resource | undefined,
): Promise<Result<Groups, Refusal>> {
  const pages = resource?.kind === "calendar" ? objectsIn(exchange, resource) : nothing();
  if (resource && resource.kind !== "calendar") {
    const children = await childrenOf(exchange, resource);
    return children.ok ? ok({ first: [children.value], rest: pages }) : children;
  }
  const page = await pages.next();
  if (page.done) return ok({ first: [], rest: pages });
  return page.value.ok ? ok({ first: [page.value.value], rest: pages }) : page.value;
}

async function* nothing(): AsyncGenerator<Result<Iterable<Resource>, Refusal>> {}

async function* responses(
  exchange: Exchange,
  wanted: PropertyRequest,
  print: ResponsePrinter,
  first: Groups["first"],
  rest: Groups["rest"],
): AsyncGenerator<string> {
  for (const group of first)
    for await (const part of prepared(exchange, wanted, group)) yield* joined(part, print);
  for await (const group of rest) {
    // As in reports: a list that ended here would tell the client that the rest is gone, so the connection is cut.
    if (!group.ok) throw new Error(`an answer could not be finished: ${group.problem.text}`);
    for await (const part of prepared(exchange, wanted, group.value)) yield* joined(part, print);
  }
}

/** Characters passed on together: each step costs more than writing a short response. */
const GROUP = 32 * 1024;

function* joined(resources: Iterable<Resource>, print: ResponsePrinter): Generator<string> {
  let text = "";
  for (const resource of resources) {
    text += print(resource);
    if (text.length < GROUP) continue;
    yield text;
    text = "";
  }
  if (text !== "") yield text;
}
