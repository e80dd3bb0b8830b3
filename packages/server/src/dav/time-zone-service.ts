// The time zones as data (RFC 7808), for clients of time zones by reference (RFC 7809 §3.1.2). It contains no
// personal data: no sign-in.
import { etagOf } from "../app/objects/prepare-object.ts";
import { quoteTag } from "./headers.ts";
import { wholeZoneText } from "./properties/calendar-timezone.ts";

const JSON_TYPE = "application/json; charset=utf-8";
const PROBLEM_TYPE = "application/problem+json; charset=utf-8";
/** Zones change a few times a year. */
const CACHED = "max-age=86400";

/** The release of the runtime's IANA data, which is also the token of the list: all zones change with it or none. */
const RELEASE = process.versions.tz ?? "unknown";
/** The data only gives the year of its release. */
const LAST_MODIFIED = `${/^\d{4}/.exec(RELEASE)?.[0] ?? "1970"}-01-01T00:00:00Z`;

const NAMES: readonly string[] = [...Intl.supportedValuesOf("timeZone"), "Etc/UTC"].toSorted();

/** The most characters of a search; no zone's name is longer. */
const MAX_PATTERN = 64;

/** The answer of one action; the name is RFC 7808's. */
interface Action {
  readonly name: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly required: boolean }[];
}

const ACTIONS: readonly Action[] = [
  { name: "capabilities", path: "/capabilities", parameters: [] },
  { name: "list", path: "/zones{?changedsince}", parameters: [{ name: "changedsince", required: false }] },
  { name: "get", path: "/zones{/tzid}", parameters: [] },
  { name: "find", path: "/zones{?pattern}", parameters: [{ name: "pattern", required: true }] },
];

/**
 * Answers a GET below the service's path (RFC 7808 §5): capabilities, the list, one zone, and a search by name.
 * @param context the path of the service, without a slash at the end
 */
export function timeZoneService(request: Request, context: string, prodId: string): Response {
  const { pathname, searchParams } = new URL(request.url);
  const rest = pathname.slice(pathname.lastIndexOf(SEGMENT) + SEGMENT.length).replace(/\/$/, "");
  if (rest === "/capabilities" || rest === "") return json(capabilities(context));
  if (rest === "/zones") return list(searchParams);
  if (!rest.startsWith("/zones/")) return problem(404, "invalid-action", "There is no such action.");
  if (searchParams.size > 0)
    return problem(400, "invalid-action", "Zones are told whole: there are no parameters.");
  return zone(request, rest.slice("/zones/".length), prodId);
}

/** The path of the service. */
export const TIME_ZONES = "/timezones";
const SEGMENT = TIME_ZONES;

const capabilities = (context: string): unknown => ({
  version: 1,
  info: {
    "primary-source": `IANA:${RELEASE}`,
    formats: ["text/calendar"],
    truncated: { any: false, untruncated: true },
    contacts: [],
  },
  actions: ACTIONS.map(({ name, path, parameters }) => ({
    name,
    "uri-template": context + path,
    parameters: parameters.map((one) => ({ ...one, multi: false })),
  })),
});

function list(parameters: URLSearchParams): Response {
  const [since, ...further] = parameters.getAll("changedsince");
  const [pattern, ...others] = parameters.getAll("pattern");
  const known = [...parameters.keys()].every((name) => name === "changedsince" || name === "pattern");
  if (!known || (since !== undefined && pattern !== undefined))
    return problem(400, "invalid-action", "A list is asked for with changedsince or with pattern, or bare.");
  if (further.length > 0 || since === "")
    return problem(400, "invalid-changedsince", "changedsince is the synctoken of a former list.");
  if (
    others.length > 0 ||
    (pattern !== undefined && !/[^*]/.test(pattern)) ||
    (pattern?.length ?? 0) > MAX_PATTERN
  )
    return problem(400, "invalid-pattern", "A pattern is a part of a name, with * at its ends for more.");
  const found = since === RELEASE ? [] : pattern === undefined ? NAMES : NAMES.filter(matcher(pattern));
  return json({ ...(pattern === undefined && { synctoken: RELEASE }), timezones: found.map(described) });
}

/** RFC 7808 §5.6: compares letters only, ignoring case, with underscores for spaces. */
function matcher(pattern: string): (name: string) => boolean {
  const fold = (text: string): string => text.toLowerCase().replaceAll("_", " ");
  const wanted = fold(pattern.replaceAll("*", ""));
  const [isOpenBefore, isOpenAfter] = [pattern.startsWith("*"), pattern.endsWith("*")];
  return (name) => {
    const text = fold(name);
    if (isOpenBefore && isOpenAfter) return text.includes(wanted);
    if (isOpenBefore) return text.endsWith(wanted);
    return isOpenAfter ? text.startsWith(wanted) : text === wanted;
  };
}

const described = (tzid: string): unknown => ({
  tzid,
  etag: `${RELEASE}:${tzid}`,
  "last-modified": LAST_MODIFIED,
  publisher: "IANA",
  version: RELEASE,
});

function zone(request: Request, encoded: string, prodId: string): Response {
  const name = decoded(encoded);
  const text = name === undefined ? undefined : wholeZoneText(name, prodId);
  if (text === undefined) return problem(404, "tzid-not-found", "There is no time zone of that name.");
  const etag = quoteTag(etagOf(text));
  const headers = { ETag: etag, "Cache-Control": CACHED };
  const isKnown = request.headers.get("if-none-match")?.includes(etag) === true;
  if (isKnown) return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, "Content-Type": "text/calendar; charset=utf-8" } });
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

const json = (value: unknown): Response =>
  new Response(JSON.stringify(value), { headers: { "Content-Type": JSON_TYPE, "Cache-Control": CACHED } });

const problem = (status: number, name: string, title: string): Response =>
  new Response(JSON.stringify({ type: `urn:ietf:params:tzdist:error:${name}`, title, status }), {
    status,
    headers: { "Content-Type": PROBLEM_TYPE },
  });
