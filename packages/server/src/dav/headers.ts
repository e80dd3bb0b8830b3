import type { HttpRequest } from "../http/http-request.ts";
import type { WriteCondition } from "../app/objects/write-condition.ts";
import type { Exchange } from "./exchange.ts";

/** Anything with headers. */
type Asking = Pick<HttpRequest, "headers">;

type Depth = "0" | "1" | "infinity";

/** Reads the Depth header (RFC 4918 §10.2); `fallback` if there is none, undefined if it has another value. */
export function readDepth(request: Asking, fallback: Depth): Depth | undefined {
  const depth = request.headers.get("depth")?.trim().toLowerCase() ?? fallback;
  return depth === "0" || depth === "1" || depth === "infinity" ? depth : undefined;
}

/** A client's preferences (RFC 7240; RFC 8144 for WebDAV). */
interface Preferences {
  readonly isMinimal: boolean;
  readonly wantsRepresentation: boolean;
  /** only the members of the resource of a PROPFIND (RFC 8144 §3.1) */
  readonly leavesRootOut: boolean;
}

const NO_PREFERENCES: Preferences = {
  isMinimal: false,
  wantsRepresentation: false,
  leavesRootOut: false,
};

/** Reads Prefer, and Microsoft's older `Brief: t`. */
export function readPreferences({ headers }: Asking): Preferences {
  const prefer = headers.get("prefer");
  const brief = headers.get("brief");
  if (prefer === null && brief === null) return NO_PREFERENCES;
  const preferences = (prefer ?? "").toLowerCase().split(",");
  const has = (wanted: string): boolean =>
    preferences.some((preference) => preference.split(";")[0]?.replace(/[\s"]/g, "") === wanted);
  return {
    isMinimal: has("return=minimal") || has("return-minimal") || brief?.trim().toLowerCase() === "t",
    wantsRepresentation: has("return=representation"),
    leavesRootOut: has("depth-noroot"),
  };
}

/**
 * Reads If-Match and If-None-Match (RFC 9110 §13.1.1, §13.1.2). If-Match compares strongly, so a weak tag never
 * matches; If-None-Match compares weakly. Tags without quotes are accepted: some clients (older Evolution) drop them.
 */
export function readConditions(request: Asking): WriteCondition {
  const ifMatch = readTags(request.headers.get("if-match"), false);
  const ifNoneMatch = readTags(request.headers.get("if-none-match"), true);
  return { ...(ifMatch !== undefined && { ifMatch }), ...(ifNoneMatch !== undefined && { ifNoneMatch }) };
}

/** The conditions of one exchange on the object written at its path, including the If header. */
export const conditionsOf = ({ request, ifState }: Exchange): WriteCondition => ({
  ...readConditions(request),
  ...readScheduleTag(request),
  ...(ifState && { ifState }),
});

/** Reads If-Schedule-Tag-Match (RFC 6638 §8.3): one tag. */
function readScheduleTag(request: Asking): Pick<WriteCondition, "ifScheduleTag"> {
  const [tag] = readTags(request.headers.get("if-schedule-tag-match"), false) ?? [];
  return tag === undefined ? {} : { ifScheduleTag: tag };
}

function readTags(header: string | null, allowWeak: boolean): readonly string[] | "*" | undefined {
  if (header === null) return undefined;
  if (header.trim() === "*") return "*";
  const tags = header.matchAll(/(W\/)?(?:"([^"]*)"|([^\s,"]+))/g);
  return [...tags]
    .filter(([, weak]) => allowWeak || weak === undefined)
    .map(([, , quoted, bare]) => quoted ?? bare ?? "");
}

export const quoteTag = (etag: string): string => `"${etag}"`;
