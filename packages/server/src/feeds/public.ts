import type { App } from "../app/app.ts";
import { publicFeed } from "../app/feeds/public-feed.ts";
import { problemResponse } from "../http/problem-response.ts";

/** The address of the calendar behind a secret link; `.ics` is part of the last segment. */
export const FEED_PATH = "/feed/:file{[A-Za-z0-9_-]+\\.ics}";
/** The page that shows the same; the web app draws it. */
export const PUBLIC_PAGE_PATH = "/c/:token";

/** GET of a calendar by its secret link: conditional by entity tag, streamed, and excluded from search engines. */
export async function publicFeedFile(app: App, request: Request, token: string): Promise<Response> {
  const feed = await publicFeed(app, token);
  if (!feed.ok) return problemResponse(feed.problem);
  const etag = `"${feed.value.etag}"`;
  const headers = {
    "Content-Type": "text/calendar; charset=utf-8",
    "Cache-Control": "private, no-cache",
    ETag: etag,
    "X-Robots-Tag": "noindex",
    // Whoever has the address may read it, from whichever page: who is signed in makes no difference.
    "Access-Control-Allow-Origin": "*",
    "Content-Disposition": `inline; filename="calendar.ics"`,
  };
  if (matches(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers });
  if (request.method === "HEAD") return new Response(null, { headers });
  return new Response(ReadableStream.from(encoded(feed.value.text)), { headers });
}

const matches = (ifNoneMatch: string | null, etag: string): boolean =>
  ifNoneMatch?.split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, ""))) === true;

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}
