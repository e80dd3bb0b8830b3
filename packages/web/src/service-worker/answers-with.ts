/** The deciding parts of a request. */
interface AskedFor {
  readonly method: string;
  readonly mode: string;
  /** the path of its URL, on our own server */
  readonly path: string;
}

/** Paths that the server itself answers: protocols, signing in, people's files, and links given to others. */
const SERVERS =
  /^\/(?:jmap|dav|auth|\.well-known|timezones|attachments|export|healthz|metrics|feed|b|booking|p|photo|c|door|rsvp|scim|signup)(?:\/|$)/;

/**
 * The file of the build that answers a request: its own path, or the app itself for an address that a person opens.
 * Undefined: the server answers it.
 */
export function answersWith({ method, mode, path }: AskedFor, files: readonly string[]): string | undefined {
  if (method !== "GET" || SERVERS.test(path)) return undefined;
  if (mode === "navigate") return "/";
  // A file of an earlier build is also looked for.
  return files.includes(path) || path.startsWith("/assets/") ? path : undefined;
}
