import { joinSplitCharacters } from "@snart/calendar/icalendar/join-split-characters.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Actor } from "../app/actor.ts";
import type { App } from "../app/app.ts";
import type { PrincipalId } from "../app/types.ts";
import type { HttpRequest } from "../http/http-request.ts";
import type { Reply } from "../http/reply.ts";
import { refuse, refuseWith, type Refusal } from "./preconditions.ts";
import type { DavPath, Hrefs } from "./url.ts";
import type { XmlElement } from "./xml/element.ts";
import { parseXmlInTurns } from "./xml/parse-xml.ts";

/** One request on its way to an answer: the argument of methods and reports. */
export interface Exchange {
  readonly app: App;
  readonly actor: Actor;
  readonly hrefs: Hrefs;
  /** null if no public URL is configured; the request's own is used then */
  readonly publicUrl: string | null;
  readonly request: HttpRequest;
  readonly path: DavPath;
  /** Whose login the path has; absent if it is the actor's own, or nobody's. */
  readonly pathOwner?: PrincipalId;
  /** tells whether the If header holds for the object at the path, if there is a header */
  readonly ifState?: (etag: string | undefined) => boolean;
}

/** A method or report: answers, or says why it can't. */
export type Answer = Promise<Result<Reply, Refusal>>;

/** The most elements and attributes of one XML body: more than the hrefs of the largest multiget need. */
const MAX_NODES = 250_000;

/** Reads the body as XML; undefined if there is none. */
export async function readXml({
  app,
  actor,
  request,
}: Exchange): Promise<Result<XmlElement | undefined, Refusal>> {
  const bytes = await request.readBytes(app.limits.xmlSize);
  if (bytes === "too-large") return failed(refuseWith(413, `A body may have ${app.limits.xmlSize} bytes.`));
  if (bytes.length === 0) return ok(undefined);
  const text = decodeXml(bytes);
  if (text === undefined) return failed(refuseWith(400, "The body is neither UTF-8 nor UTF-16."));
  const known = recent.get(app)?.get(text);
  if (known) return ok(known);
  if (text.trim() === "") return ok(undefined);
  const limits = { maxDepth: app.limits.xmlDepth, maxNodes: MAX_NODES };
  const parsed = await parseXmlInTurns(text, limits, app.turns.of(actor.principalId));
  if (!parsed.ok) return failed(refuseWith(400, `The body is not usable XML: ${parsed.problem.detail}.`));
  if (countWishes(parsed.value) > MAX_WISHES)
    return failed(refuseWith(413, `A body may have ${MAX_WISHES} elements besides hrefs.`));
  if (text.length <= SHORT_BODY) remember(app, text, parsed.value);
  return parsed;
}

/**
 * Recently parsed bodies, by their text: an app repeats the same request every few minutes, even with the same sync
 * token as long as nothing changes. This reveals nothing: it stores requests, not answers.
 */
const recent = new WeakMap<App, Map<string, XmlElement>>();
const SHORT_BODY = 1_000;
const MOST_RECENT = 200;

function remember(app: App, text: string, body: XmlElement): void {
  const bodies = recent.get(app) ?? new Map<string, XmlElement>();
  recent.set(app, bodies);
  if (bodies.size >= MOST_RECENT) bodies.clear();
  bodies.set(text, body);
}

/**
 * The most elements of one body without hrefs. Each requested property is looked up for each resource, so a body of a
 * hundred thousand names would produce gigabytes; each instruction is checked against those before it.
 */
const MAX_WISHES = 10_000;

function countWishes(element: XmlElement): number {
  let count = element.name === "href" ? 0 : 1;
  for (const child of element.children) if (typeof child !== "string") count += countWishes(child);
  return count;
}

/**
 * Every XML processor must read UTF-8 and UTF-16 (RFC 4918 §20.6, XML 1.0 §4.3.3); the latter is recognised by its
 * byte order mark.
 */
function decodeXml(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decode(bytes, new TextDecoder("utf-16le", { fatal: true }));
  if (first === 0xfe && second === 0xff) return decode(bytes, new TextDecoder("utf-16be", { fatal: true }));
  return decode(bytes, UTF_8);
}

export interface CalendarText {
  readonly text: string;
  /** the text is exactly the one sent; otherwise its entity tag must not be returned (RFC 4791 §5.3.4) */
  readonly isAsSent: boolean;
}

/**
 * Reads the body as calendar text, exactly as it was sent. Only lines folded inside a character are repaired, as RFC
 * 5545 §3.1 asks of readers: their pieces are not valid text.
 */
export async function readCalendarText({ app, request }: Exchange): Promise<Result<CalendarText, Refusal>> {
  const charset = /charset="?([^";\s]+)/i.exec(request.headers.get("content-type") ?? "")?.[1]?.toLowerCase();
  if (charset !== undefined && charset !== "utf-8" && charset !== "utf8" && charset !== "us-ascii") {
    return failed(refuse("supported-calendar-data", "Calendar data is written in UTF-8."));
  }
  const { objectSize } = app.limits;
  const bytes = await request.readBytes(objectSize);
  if (bytes === "too-large")
    return failed(refuse("max-resource-size", `A calendar object may have ${objectSize} bytes.`));
  const text = decode(bytes, UTF_8_WHOLE);
  if (text !== undefined) return ok({ text, isAsSent: true });
  const mended = decode(joinSplitCharacters(bytes), UTF_8_WHOLE);
  return mended === undefined
    ? failed(refuse("valid-calendar-data", "The text is not UTF-8."))
    : ok({ text: mended, isAsSent: false });
}

/** Made once: making one costs more than reading a body. */
const UTF_8 = new TextDecoder("utf-8", { fatal: true });
const UTF_8_WHOLE = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array, decoder: TextDecoder): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
