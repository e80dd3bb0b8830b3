import { conditionElement, statusOf } from "./preconditions.ts";
import type { Condition, Refusal } from "./preconditions.ts";
import { XML_HEADER } from "./xml/multistatus.ts";
import { DECLARATIONS } from "./xml/names.ts";
import { escapeXml, href, wrap } from "./xml/write-xml.ts";

export const XML_TYPE = "application/xml; charset=utf-8";

/** A refusal as a whole response: a `DAV:error` with the condition, if there is one, and a sentence (RFC 4918 §16). */
export function printRefusal(refusal: Refusal): Response {
  const text = `<d:responsedescription>${escapeXml(refusal.text)}</d:responsedescription>`;
  const body = `${XML_HEADER}<d:error${DECLARATIONS}>${conditionXml(refusal)}${text}</d:error>`;
  return new Response(body, {
    status: statusOf(refusal),
    headers: { "Content-Type": XML_TYPE, ...refusal.headers },
  });
}

/** The `DAV:error` of a refusal inside a multistatus; nothing if it names no condition. */
export function errorXml(refusal: Refusal): string {
  const condition = conditionXml(refusal);
  return condition && `<d:error>${condition}</d:error>`;
}

const conditionXml = (refusal: Refusal): string =>
  refusal.kind === "condition"
    ? wrap(conditionElement(refusal.condition.name), payload(refusal.condition))
    : "";

function payload(condition: Condition): string {
  if (condition.name === "no-uid-conflict") return href(condition.href);
  if (condition.name !== "need-privileges") return "";
  return `<d:resource>${href(condition.href)}<d:privilege>${wrap(condition.privilege, "")}</d:privilege></d:resource>`;
}
