/**
 * An answer as its parts: making a Response costs as much as most answers do, so one is made only where it is needed.
 */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Streamed bodies come in pieces; null: no body. */
  readonly body: string | Pieces | null;
}
export type Pieces = AsyncIterable<string | Uint8Array>;

export const reply = (
  body: Reply["body"],
  { status = 200, headers = {} }: Partial<Omit<Reply, "body">> = {},
): Reply => ({ status, headers, body });

/** The same as a Response. */
export function toResponse({ status, headers, body }: Reply): Response {
  const isText = body === null || typeof body === "string";
  return new Response(isText ? body : ReadableStream.from(encoded(body)), { status, headers });
}

/** A Response as a reply; read it once, as with a Response. */
export const replyOf = ({ status, headers, body }: Response): Reply => ({
  status,
  headers: Object.fromEntries(headers),
  body,
});

async function* encoded(pieces: Pieces): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield typeof piece === "string" ? encoder.encode(piece) : piece;
}
