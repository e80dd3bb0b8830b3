/** What of a request decides. */
export interface AskedFor {
  readonly method: string;
  readonly mode: string;
  /** the path of its URL, on our own server */
  readonly path: string;
}

/** Where the server itself answers: protocols, signing in, files of people, what others were given a link to. */
const SERVERS = /^\/(?:jmap|dav|auth|\.well-known|healthz|metrics|feed|b|p|c|rsvp|signup)(?:\/|$)/;

/**
 * The file of the build that answers a request: its own path, or the app itself for an address that a person opens.
 * Undefined: it is the server's to answer.
 */
export function answersWith({ method, mode, path }: AskedFor, files: readonly string[]): string | undefined {
  if (method !== "GET" || SERVERS.test(path)) return undefined;
  if (mode === "navigate") return "/";
  // A part of a build before this one is looked for as well.
  return files.includes(path) || path.startsWith("/assets/") ? path : undefined;
}
