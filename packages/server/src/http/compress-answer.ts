import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createGzip, gzip } from "node:zlib";
import type { HttpRequest } from "./http-request.ts";
import { replyOf, toResponse, type Reply } from "./reply.ts";

/** Below this, compressing costs more than it saves. */
const SMALLEST = 16_384;
/** Fast rather than small: JSON and multistatus shrink to a sixth or less even at this level. */
const LEVEL = 3;
/** A page is waited for by somebody on a phone: each packet counts, and it is packed well. */
const PAGE = { smallest: 2_048, level: 6 } as const;
const gzipped = promisify(gzip);

/**
 * Compresses a page, or a large answer of JSON, XML or calendar text for a client that accepts gzip, unless the client is on the
 * same machine, where the network is faster than any compression. A streamed answer is compressed while it is sent.
 * An answer with an entity tag stays as it is: the tag belongs to these octets (RFC 9110 §8.8.3.3).
 * @param address the client's address
 */
export async function compressAnswer(
  request: Pick<HttpRequest, "headers">,
  response: Response,
  address: string,
): Promise<Response> {
  if (!wantsGzip(request, address)) return response;
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/html")) return compressWhole(response, PAGE);
  if (type.startsWith("application/json"))
    return compressWhole(response, { smallest: SMALLEST, level: LEVEL });
  const isLong = type.startsWith("application/xml") || type.startsWith("text/calendar");
  return isLong && !response.headers.has("etag") && response.body
    ? compressParts(response, response.body)
    : response;
}

/** The same for a reply. */
export async function compressReply(
  request: Pick<HttpRequest, "headers">,
  reply: Reply,
  address: string,
): Promise<Reply> {
  if (!wantsGzip(request, address)) return reply;
  const response = toResponse(reply);
  return replyOf(await compressAnswer(request, response, address));
}

const wantsGzip = (request: Pick<HttpRequest, "headers">, address: string): boolean =>
  !isLoopback(address) &&
  /\bgzip\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))/.test(request.headers.get("accept-encoding") ?? "");

async function compressWhole(
  response: Response,
  { smallest, level }: { readonly smallest: number; readonly level: number },
): Promise<Response> {
  const plain = new Uint8Array(await response.arrayBuffer());
  const isLarge = plain.byteLength >= smallest;
  const body = isLarge ? await gzipped(plain, { level }) : plain;
  const headers = new Headers(response.headers);
  headers.append("vary", "accept-encoding");
  headers.set("content-length", String(body.byteLength));
  if (isLarge) headers.set("content-encoding", "gzip");
  return new Response(body, { status: response.status, headers });
}

async function compressParts(response: Response, body: ReadableStream<Uint8Array>): Promise<Response> {
  const reader = body.getReader();
  const first: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  while (!isWhole && size < SMALLEST) {
    const { done, value } = await reader.read();
    isWhole = done;
    if (value) first.push(value);
    size += value?.byteLength ?? 0;
  }
  const headers = new Headers(response.headers);
  headers.append("vary", "accept-encoding");
  const { status } = response;
  if (isWhole && size < SMALLEST) return new Response(Buffer.concat(first), { status, headers });
  headers.delete("content-length");
  headers.set("content-encoding", "gzip");
  const packed = createGzip({ level: LEVEL });
  // The reader of the output learns of a failure; nobody here needs to.
  pipeline(Readable.from(following(first, reader)), packed).catch(() => undefined);
  return new Response(Readable.toWeb(packed) as ReadableStream<Uint8Array<ArrayBuffer>>, { status, headers });
}

async function* following(
  first: readonly Uint8Array[],
  reader: ReadableStreamDefaultReader<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* first;
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

const isLoopback = (address: string): boolean => address === "::1" || address.startsWith("127.");
