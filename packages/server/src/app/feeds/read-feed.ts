import type { FeedError } from "@snart/calendar/jmap/feeds.ts";
import { createHash } from "node:crypto";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Feed } from "../../storage/records/feeds.ts";
import type { App } from "../app.ts";

/** A fetched feed: complete, and iCalendar by the look of both its ends. */
export interface FeedCopy {
  readonly content: Uint8Array;
  readonly hash: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

const SECOND = 1_000;
const EDGE = 1_024;

/**
 * Fetches a feed.
 * @param known the validators for a conditional request; null: fetch all of it
 * @returns "unchanged" only if something is known
 */
export async function readFeed(
  app: App,
  url: string,
  known: Pick<Feed, "etag" | "lastModified"> | null,
): Promise<Result<FeedCopy | "unchanged", FeedError>> {
  const { feedSize: maxBytes, feedSeconds } = app.limits;
  const { etag = null, lastModified = null } = known ?? {};
  const request = { url, etag, lastModified, maxBytes, timeoutMs: feedSeconds * SECOND };
  const answer = (await app.fetchFeed?.(request)) ?? UNREACHABLE;
  if (answer.kind === "failed") return failed(answer.error);
  if (answer.kind === "unchanged")
    return known ? ok("unchanged") : failed({ code: "answered-badly", status: 304 });
  const error = contentError(answer.content);
  if (error) return failed(error);
  const hash = createHash("sha256").update(answer.content).digest("base64url");
  return ok({
    content: answer.content,
    hash,
    etag: shortHeader(answer.etag),
    lastModified: shortHeader(answer.lastModified),
  });
}

const UNREACHABLE = { kind: "failed", error: { code: "unreachable" } } as const;

/** Returned unchanged to the server, but a header that is too long is not stored. */
const shortHeader = (value: string | null): string | null =>
  value !== null && value.length <= 500 && /^[\x20-\x7e]*$/.test(value) ? value : null;

/** A sign-in page is answered with 200 as well; and half a calendar must not remove the other half. */
function contentError(content: Uint8Array): FeedError | undefined {
  const decoder = new TextDecoder();
  const start = decoder
    .decode(content.subarray(0, EDGE))
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (!/^BEGIN:VCALENDAR\s/i.test(start)) return { code: "not-a-calendar" };
  const end = decoder.decode(content.subarray(-EDGE)).trimEnd();
  return /(?:^|\n)END:VCALENDAR$/i.test(end) ? undefined : { code: "incomplete" };
}
