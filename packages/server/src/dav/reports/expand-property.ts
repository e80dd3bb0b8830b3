import { failed } from "@snart/calendar/result.ts";
import { multistatusAnswer, propertyView } from "../answers.ts";
import type { Answer, Exchange } from "../exchange.ts";
import { refuseWith } from "../preconditions.ts";
import type { PropertyView } from "../properties/live-property.ts";
import { withBeside } from "../properties/read-beside.ts";
import { livePropertyOf } from "../properties/registry.ts";
import { resolve } from "../resolve.ts";
import type { Resource } from "../resource.ts";
import { readPath } from "../url.ts";
import type { XmlElement } from "../xml/element.ts";
import { propstat, response, statusResponse } from "../xml/multistatus.ts";
import { keyOf } from "../xml/names.ts";
import { readExpandProperty, type ExpandedProperty } from "../xml/requests/principal-reports.ts";
import { wrap } from "../xml/write-xml.ts";

/** The most hrefs that one report follows, so that a small request can't ask for a large tree. */
const MAX_FOLLOWED = 100;

/** DAV:expand-property (RFC 3253 §3.8), with which Apple's clients read principals. */
export async function expandProperty(exchange: Exchange, resource: Resource, body: XmlElement): Answer {
  const expansion = { exchange, view: propertyView(exchange), left: MAX_FOLLOWED };
  const printed = await expandOn(expansion, resource, readExpandProperty(body));
  if (expansion.left < 0)
    return failed(refuseWith(507, `At most ${MAX_FOLLOWED} hrefs are followed in one report.`));
  return multistatusAnswer([printed]);
}

interface Expansion {
  readonly exchange: Exchange;
  readonly view: PropertyView;
  left: number;
}

async function expandOn(
  expansion: Expansion,
  resource: Resource,
  properties: readonly ExpandedProperty[],
): Promise<string> {
  let found = "";
  let missing = "";
  const [known = resource] = await withBeside(expansion.exchange, properties, [resource]);
  for (const property of properties) {
    const value = livePropertyOf(keyOf(property))?.get(known, expansion.view);
    if (value === undefined) missing += wrap(property, "");
    else
      found += wrap(
        property,
        property.inside.length > 0 ? await follow(expansion, value, property.inside) : value,
      );
  }
  const notFound = missing && propstat({ status: 404, properties: missing });
  return response(resource.href, (found && propstat({ status: 200, properties: found })) + notFound);
}

/** Replaces the hrefs of a value by responses about their targets; other values stay unchanged. */
async function follow(
  expansion: Expansion,
  value: string,
  inside: readonly ExpandedProperty[],
): Promise<string> {
  const paths = [...value.matchAll(/<d:href>(\/[^<]*)<\/d:href>/g)].map(([, path]) => path ?? "");
  if (paths.length === 0) return value;
  let responses = "";
  for (const path of paths) {
    if (--expansion.left < 0) return "";
    const known = readPath(path, expansion.exchange.hrefs);
    const resource = known.ok ? await resolve(expansion.exchange, known.value) : undefined;
    responses += resource?.ok ? await expandOn(expansion, resource.value, inside) : statusResponse(path, 404);
  }
  return responses;
}
