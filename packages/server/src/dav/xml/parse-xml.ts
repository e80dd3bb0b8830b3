import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { SaxesParser, type SaxesTagNS } from "saxes";
import type { Turn } from "../../app/app.ts";
import type { XmlElement } from "./element.ts";
import { readPlainXml, type XmlLimits } from "./read-plain-xml.ts";

interface XmlProblem {
  readonly detail: string;
}

/** Stops the parser; is caught in this file. */
class Refused extends Error {}

interface Growing {
  readonly ns: string;
  readonly name: string;
  readonly attributes: XmlElement["attributes"];
  readonly children: (XmlElement | string)[];
}

/**
 * Reads one XML document (RFC 4918 §8.2, §20.6): no document type, no entities except the five of XML, limited in
 * depth and number of elements. The reader of the body limits the length.
 */
export function parseXml(text: string, limits: XmlLimits): Result<XmlElement, XmlProblem> {
  const reading = readInSteps(text, limits);
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
  }
}

/** The same, in which others get their turn while a long document is read. */
export async function parseXmlInTurns(
  text: string,
  limits: XmlLimits,
  turn: Turn,
): Promise<Result<XmlElement, XmlProblem>> {
  const reading = readInSteps(text, limits);
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
    if (turn.isDue()) await turn.next();
  }
}

function* readInSteps(text: string, limits: XmlLimits): Generator<undefined, Result<XmlElement, XmlProblem>> {
  const plain = readPlainXml(text, limits);
  if (plain) return ok(plain);
  try {
    return ok(yield* readDocument(text, limits));
  } catch (error) {
    if (error instanceof Refused) return failed({ detail: error.message });
    throw error;
  }
}

/** Characters read at once: some take a microsecond each. */
const SLICE = 8_192;

function* readDocument(text: string, limits: XmlLimits): Generator<undefined, XmlElement> {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const document: Growing = { ns: "", name: "", attributes: [], children: [] };
  const open: Growing[] = [document];
  let nodes = 0;
  const addText = (value: string): void => void open.at(-1)?.children.push(value);

  parser.on("error", (error) => refuse(error.message));
  parser.on("doctype", () => refuse("a document type is not allowed"));
  parser.on("text", addText);
  parser.on("cdata", addText);
  // Counted before names are resolved: resolving walks the stack, so a deep document would take quadratic time.
  parser.on("opentagstart", () => {
    if (open.length > limits.maxDepth) refuse(`more than ${limits.maxDepth} elements inside each other`);
  });
  parser.on("attribute", () => {
    if (++nodes > limits.maxNodes) refuse(`more than ${limits.maxNodes} elements and attributes`);
  });
  parser.on("opentag", (tag) => {
    if (++nodes > limits.maxNodes) refuse(`more than ${limits.maxNodes} elements and attributes`);
    // Only the prefix `xml` may stand for it, so it could not be written back (Namespaces in XML §3).
    if (tag.uri === XML) refuse("elements of the xml namespace are reserved");
    const element = growing(tag);
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => void open.pop());

  for (let at = 0; at < text.length; at += SLICE) {
    parser.write(text.slice(at, at + SLICE));
    yield;
  }
  parser.close();
  const root = document.children.find((child) => typeof child !== "string");
  return root ?? refuse("no element");
}

function refuse(detail: string): never {
  throw new Refused(detail);
}

const XML = "http://www.w3.org/XML/1998/namespace";
const XMLNS = "http://www.w3.org/2000/xmlns/";

const growing = (tag: SaxesTagNS): Growing => ({
  ns: tag.uri,
  name: tag.local,
  attributes: Object.values(tag.attributes)
    .filter(({ uri }) => uri !== XMLNS)
    .map(({ uri, local, value }) => ({ ns: uri, name: local, value })),
  children: [],
});
