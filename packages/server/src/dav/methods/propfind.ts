import { failed } from "@snart/calendar/result.ts";
import { multistatusAnswer, propertyView } from "../answers.ts";
import { readXml } from "../exchange.ts";
import type { Answer, Exchange } from "../exchange.ts";
import { readDepth, readPreferences } from "../headers.ts";
import { refuse, refuseWith } from "../preconditions.ts";
import { makePrinter } from "../properties/print-properties.ts";
import type { ResponsePrinter } from "../properties/print-properties.ts";
import { prepared } from "../properties/read-beside.ts";
import { childrenOf, resolve } from "../resource.ts";
import type { Resource } from "../resource.ts";
import type { PropertyRequest } from "../xml/requests/property-request.ts";
import { readPropfind } from "../xml/requests/propfind.ts";

/**
 * PROPFIND (RFC 4918 §9.1). Depth infinity is refused where it would mean anything; without a Depth it is 1, as several
 * clients leave the header out and mean what is here.
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
  const children = depth === "1" ? await childrenOf(exchange, resource.value) : undefined;
  if (children && !children.ok) return children;
  const { isMinimal, leavesRootOut } = readPreferences(exchange.request);
  const isWithoutRoot = leavesRootOut && depth === "1";
  const print = makePrinter(wanted.value, propertyView(exchange), { isMinimal });
  const groups = [isWithoutRoot ? [] : [resource.value], children?.value ?? []];
  return multistatusAnswer(responses(exchange, wanted.value, print, groups), { isMinimal, isWithoutRoot });
}

async function* responses(
  exchange: Exchange,
  wanted: PropertyRequest,
  print: ResponsePrinter,
  groups: readonly Iterable<Resource>[],
): AsyncGenerator<string> {
  for (const group of groups)
    for await (const part of prepared(exchange, wanted, group)) yield* joined(part, print);
}

/** Characters that are handed on together: each hand-over costs more than writing a short response. */
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
