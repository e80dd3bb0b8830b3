import { reply, type Reply } from "../http/reply.ts";
import type { Language } from "@snart/locales/language.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import { conditionElement, refusalText, statusOf, type Condition, type Refusal } from "./preconditions.ts";
import { XML_HEADER } from "./xml/multistatus.ts";
import { DECLARATIONS } from "./xml/names.ts";
import { escapeXml, href, wrap } from "./xml/write-xml.ts";

export const XML_TYPE = "application/xml; charset=utf-8";

/**
 * A refusal as a whole response: a `DAV:error` with the condition alone, as some clients take each element in it for a
 * condition (RFC 4918 §16), and the sentence in a comment; without a condition, the sentence in elements.
 */
export function printRefusal(refusal: Refusal, language: Language): Reply {
  const body = `${XML_HEADER}<d:error${DECLARATIONS}>${conditionXml(refusal)}${sentenceXml(refusal, language)}</d:error>`;
  return reply(body, {
    status: statusOf(refusal),
    headers: { "Content-Type": XML_TYPE, "Content-Language": language, ...refusal.headers },
  });
}

/** The text of a refusal for people. */
export const personText = (refusal: Refusal, language: Language): string =>
  nodeMessages(language)(refusalText(refusal));

/** The `DAV:error` of a refusal inside a multistatus; a sentence may stand beside it. */
export const errorXml = (refusal: Refusal): string =>
  refusal.kind === "condition"
    ? `<d:error>${conditionXml(refusal)}${comment(refusal.text)}</d:error>`
    : `<d:error>${detailXml(refusal)}</d:error>`;

function sentenceXml(refusal: Refusal, language: Language): string {
  const sentence = personText(refusal, language);
  if (refusal.kind === "condition") return comment(`${sentence} (${refusal.text})`);
  const text = `<d:responsedescription xml:lang="${language}">${escapeXml(sentence)}</d:responsedescription>`;
  return text + detailXml(refusal);
}

/** The details in English for developers, in an element of Snart's own, since a `DAV:error` may contain any. */
const detailXml = ({ text }: Refusal): string =>
  `<s:detail xmlns:s="urn:snart:dav" xml:lang="en-GB">${escapeXml(text)}</s:detail>`;

/** A comment may not contain `--` (XML §2.5), and markup in it is escaped for who reads it without a parser. */
const comment = (text: string): string => `<!-- ${escapeXml(text).replace(/-(?=-)/g, "- ")} -->`;

const conditionXml = (refusal: Refusal): string =>
  refusal.kind === "condition"
    ? wrap(conditionElement(refusal.condition.name), payload(refusal.condition))
    : "";

function payload(condition: Condition): string {
  if (condition.name === "no-uid-conflict" || condition.name === "unique-scheduling-object-resource")
    return href(condition.href);
  if (condition.name !== "need-privileges") return "";
  return `<d:resource>${href(condition.href)}<d:privilege>${wrap(condition.privilege, "")}</d:privilege></d:resource>`;
}
