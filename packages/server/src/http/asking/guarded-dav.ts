import type { DavAnswer, DavAsker, DavQuestion } from "../../app/feed-fetcher.ts";
import {
  contentOf,
  errorOf,
  openTo,
  redirectOf,
  Unusable,
  wayOf,
  type FetchGuard,
} from "../guarded-fetch.ts";
import { isNear } from "./near-address.ts";

const MOST_REDIRECTS = 5;

/**
 * Asks another WebDAV server at an address that a user has given, guarded as feeds are: only public addresses and those that
 * the administrator has named, checked again at every redirect; bounded in time, in silence and in bytes. The method stays the same over
 * redirects, whatever their number, as clients of WebDAV do (RFC 6764 §5).
 */
export function guardedDav(guard: FetchGuard = {}): DavAsker {
  const open = wayOf(guard);
  return async (question) => {
    const silence = new Silence(question.silenceMs);
    const signal = AbortSignal.any([AbortSignal.timeout(question.timeoutMs), silence.signal]);
    try {
      return await ask(question, { ...open, signal }, silence);
    } catch (error) {
      return { kind: "failed", error: errorOf(error, signal) };
    } finally {
      silence.end();
    }
  };
}

/** Gives up when nothing has been heard for so long, once something has. */
class Silence {
  readonly #controller = new AbortController();
  readonly #ms: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number | undefined) {
    this.#ms = ms;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  readonly heard = (): void => {
    if (this.#timer) this.#timer.refresh();
    else if (this.#ms !== undefined) this.#timer = setTimeout(() => this.#controller.abort(), this.#ms);
  };

  end(): void {
    clearTimeout(this.#timer);
  }
}

async function ask(
  question: DavQuestion,
  way: Parameters<typeof openTo>[2],
  { heard }: Silence,
): Promise<DavAnswer> {
  const first = new URL(question.url);
  let url = first;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const headers = headersOf(question, isNear(first, url));
    const response = await openTo(url, { method: question.method, headers, body: question.body }, way);
    const next = redirectOf(response, url);
    if (!next) {
      const status = response.statusCode ?? 0;
      response.on("data", heard);
      if (status === 207)
        return { kind: "read", url: url.href, content: await contentOf(response, question.maxBytes) };
      response.destroy();
      if (status === 401 || status === 403) throw new Unusable("needs-sign-in", status);
      if (status === 404 || status === 410) throw new Unusable("not-there", status);
      throw new Unusable("answered-badly", status);
    }
    response.destroy();
    url = next;
  }
  throw new Unusable("too-many-redirects");
}

function headersOf(
  { username, password, depth, body }: DavQuestion,
  mayKnow: boolean,
): Record<string, string> {
  const basic = Buffer.from(`${username}:${password}`).toString("base64");
  return {
    "Content-Type": "application/xml; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    Depth: depth,
    Accept: "application/xml, text/xml",
    "Accept-Encoding": "gzip",
    "User-Agent": "Snart",
    ...(mayKnow && { Authorization: `Basic ${basic}` }),
  };
}
