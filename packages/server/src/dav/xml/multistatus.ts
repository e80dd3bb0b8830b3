import { DECLARATIONS } from "./names.ts";
import { escapeXml } from "./write-xml.ts";

export const XML_HEADER = '<?xml version="1.0" encoding="utf-8"?>\n';

/** The status texts in XML bodies. */
const REASONS: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  204: "No Content",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  424: "Failed Dependency",
  507: "Insufficient Storage",
};

/** Every response contains this. */
const FOUND_END = "</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>";

/** Found properties, as XML. */
export const foundProperties = (properties: string): string =>
  `<d:propstat><d:prop>${properties}${FOUND_END}`;

const statusLine = (status: number): string =>
  `<d:status>HTTP/1.1 ${status} ${REASONS[status] ?? "Error"}</d:status>`;

/** Properties with the same status (RFC 4918 §14.22); `properties` is XML already. */
interface PropStat {
  readonly status: number;
  readonly properties: string;
  /** XML of a `DAV:error`, if a condition is named */
  readonly error?: string;
  readonly description?: string;
}

export function propstat({ status, properties, error = "", description = "" }: PropStat): string {
  const text = description && `<d:responsedescription>${escapeXml(description)}</d:responsedescription>`;
  return `<d:propstat><d:prop>${properties}</d:prop>${statusLine(status)}${error}${text}</d:propstat>`;
}

/** A response with properties (RFC 4918 §14.24); one needs at least an empty propstat. */
export const response = (path: string, propstats: string): string =>
  `<d:response><d:href>${escapeXml(path)}</d:href>${propstats || foundProperties("")}</d:response>`;

/** A response with a status for the whole resource. */
export const statusResponse = (path: string, status: number, error = ""): string =>
  `<d:response><d:href>${escapeXml(path)}</d:href>${statusLine(status)}${error}</d:response>`;

const BEGIN = `${XML_HEADER}<d:multistatus${DECLARATIONS}>`;
const END = "</d:multistatus>";

/** A whole multistatus of finished responses. */
export const wholeMultistatus = (responses: readonly string[], tail = ""): string =>
  BEGIN + responses.join("") + tail + END;

/** A whole multistatus, piece by piece; `tail` is XML after the last response, such as a sync token. */
export async function* multistatus(
  responses: AsyncIterable<string> | Iterable<string>,
  tail: string | (() => string) = "",
): AsyncGenerator<string> {
  yield BEGIN;
  yield* responses;
  yield (typeof tail === "string" ? tail : tail()) + END;
}

/** Characters. An answer of a hundred events stays one string: a stream would double the cost of making it. */
const FLUSH = 256 * 1024;

/**
 * A body from pieces of text. If it fits one flush it is a plain string, which is the fast path of the HTTP layer and
 * lets an early failure still become an error status; otherwise the rest is streamed as the reader takes it.
 */
export async function textBody(pieces: AsyncIterable<string>): Promise<string | AsyncIterable<string>> {
  const iterator = pieces[Symbol.asyncIterator]();
  const first = await nextFlush(iterator);
  return first.done ? first.text : flushes(first, iterator);
}

async function* flushes(first: Flush, iterator: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    for (let next = first; ; next = await nextFlush(iterator)) {
      if (next.text !== "") yield next.text;
      if (next.done) return;
    }
  } finally {
    await iterator.return?.();
  }
}

interface Flush {
  readonly text: string;
  readonly done: boolean;
}

async function nextFlush(iterator: AsyncIterator<string>): Promise<Flush> {
  let text = "";
  while (text.length < FLUSH) {
    const next = await iterator.next();
    if (next.done) return { text, done: true };
    text += next.value;
  }
  return { text, done: false };
}
