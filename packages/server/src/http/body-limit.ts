/** Thrown while reading a body without a stated length that grows past its limit. */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
  readonly limit: number;
  constructor(limit: number) {
    super("request body too large");
    this.limit = limit;
  }
}

/**
 * Limits a request's body to `limit` bytes. A stated length decides at once, because the HTTP parser holds the sender
 * to it; a chunked body is counted while it is read.
 * @returns "too-large", the request itself, or one whose body throws BodyTooLarge
 */
export function limitBody(request: Request, limit: number): Request | "too-large" {
  if (request.method === "GET" || request.method === "HEAD") return request;
  const stated = request.headers.get("content-length");
  if (stated !== null && request.headers.get("transfer-encoding") === null)
    return Number(stated) > limit ? "too-large" : request;
  if (request.headers.get("transfer-encoding") === null || request.body === null) return request;
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: request.body.pipeThrough(countingStream(limit)),
    signal: request.signal,
    duplex: "half",
  });
}

function countingStream(limit: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > limit) throw new BodyTooLarge(limit);
      controller.enqueue(chunk);
    },
  });
}
