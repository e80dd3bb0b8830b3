import { ok, type Result } from "@snart/calendar/result.ts";
import { reply, type Reply } from "../http/reply.ts";
import type { Exchange } from "./exchange.ts";
import type { PropertyView } from "./properties/live-property.ts";
import { XML_TYPE } from "./print-refusal.ts";
import { multistatus, textBody, wholeMultistatus } from "./xml/multistatus.ts";

/** The context that properties may read in this exchange. */
export const propertyView = ({ app, actor, hrefs }: Exchange): PropertyView => ({
  actor,
  hrefs,
  limits: app.limits,
  prodId: app.prodId,
});

export const PREFERENCE_APPLIED = { "Preference-Applied": "return=minimal" };

interface MultistatusOptions {
  /** XML after the last response, or what makes it then */
  readonly tail?: string | (() => string);
  readonly isMinimal?: boolean;
  readonly isWithoutRoot?: boolean;
}

/** A 207 with responses that are already XML. */
export async function multistatusAnswer(
  responses: AsyncIterable<string> | Iterable<string>,
  options: MultistatusOptions = {},
): Promise<Result<Reply, never>> {
  return multistatusOf(await textBody(multistatus(responses, options.tail)), options);
}

/** The same for a few finished responses: passing them on one by one would cost more than writing them did. */
export const shortMultistatus = (
  responses: readonly string[],
  options: MultistatusOptions & { readonly tail?: string } = {},
): Result<Reply, never> => multistatusOf(wholeMultistatus(responses, options.tail), options);

function multistatusOf(
  body: string | AsyncIterable<string>,
  options: MultistatusOptions,
): Result<Reply, never> {
  const headers = {
    "Content-Type": XML_TYPE,
    Vary: "Brief, Prefer, CalDAV-Timezones",
    ...applied(options),
  };
  return ok(reply(body, { status: 207, headers }));
}

function applied({ isMinimal = false, isWithoutRoot = false }): { "Preference-Applied"?: string } {
  const honoured = [...(isMinimal ? ["return=minimal"] : []), ...(isWithoutRoot ? ["depth-noroot"] : [])];
  return honoured.length === 0 ? {} : { "Preference-Applied": honoured.join(", ") };
}

export const emptyAnswer = (
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Result<Reply, never> => ok(reply(null, { status, headers }));
