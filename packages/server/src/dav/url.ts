import { basePathOf } from "../http/below-path.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";

/** The thing that a URL names, whether or not it exists. */
export type DavPath =
  /** `isTop`: requested at `/`, where clients look first */
  | { readonly kind: "root"; readonly isTop: boolean }
  | { readonly kind: "principals" }
  | { readonly kind: "principal"; readonly login: string }
  /** the people who read, or change, calendars of a principal (calendar-proxy) */
  | { readonly kind: "proxy"; readonly login: string; readonly access: ProxyAccess }
  | { readonly kind: "homes" }
  | { readonly kind: "home"; readonly login: string }
  | { readonly kind: "calendar"; readonly login: string; readonly uri: string }
  | { readonly kind: "object"; readonly login: string; readonly uri: string; readonly name: string }
  | { readonly kind: "inbox"; readonly login: string }
  | { readonly kind: "inbox-item"; readonly login: string; readonly name: string }
  | { readonly kind: "outbox"; readonly login: string }
  /** a device that hears of changes of a calendar (WebDAV-Push) */
  | { readonly kind: "push"; readonly id: string };

export type ProxyAccess = "read" | "write";

/**
 * Writes URL paths. Collections end in a slash; every segment is percent-encoded down to the unreserved characters and
 * `@`, which RFC 3986 §3.3 lets stand: UIDs contain it, and clients compare hrefs as text.
 */
export interface Hrefs {
  readonly base: string;
  readonly root: string;
  readonly principals: string;
  readonly homes: string;
  /** the time zone service (RFC 7808) */
  readonly timeZones: string;
  /** the login that a request names somebody by, in place of the present one */
  readonly alias?: LoginAlias;
  principal(login: string): string;
  proxy(login: string, access: ProxyAccess): string;
  home(login: string): string;
  calendar(login: string, uri: string): string;
  /** of an object in a calendar, or of a message in an inbox */
  object(collectionHref: string, name: string): string;
  inbox(login: string): string;
  outbox(login: string): string;
  push(id: string): string;
}

/**
 * A former login of somebody (`former`), by which a client goes on asking for what is theirs: everything in its answer must have the
 * addresses that it knows, as it compares them as text and would take others for other calendars.
 */
export interface LoginAlias {
  readonly login: string;
  readonly former: string;
}

/**
 * Hrefs below the path of the public URL, such as `/snart` or nothing.
 * @param alias the one person who is named by a former login in them, and in paths that are read with them
 */
export function makeHrefs(publicUrl: string | null, alias?: LoginAlias): Hrefs {
  const base = basePathOf(publicUrl);
  const root = `${base}/dav/`;
  const principals = `${root}principals/`;
  const homes = `${root}calendars/`;
  // Apart from the homes, in which people may name a calendar as they like.
  const scheduling = `${root}scheduling/`;
  const named = (login: string): string => encodeSegment(login === alias?.login ? alias.former : login);
  return {
    base,
    root,
    principals,
    homes,
    timeZones: `${base}/timezones`,
    ...(alias && { alias }),
    principal: (login) => `${principals}${named(login)}/`,
    proxy: (login, access) => `${principals}${named(login)}/${PROXY}${access}/`,
    home: (login) => `${homes}${named(login)}/`,
    calendar: (login, uri) => `${homes}${named(login)}/${encodeSegment(uri)}/`,
    object: (collectionHref, name) => collectionHref + encodeSegment(name),
    inbox: (login) => `${scheduling}${named(login)}/inbox/`,
    outbox: (login) => `${scheduling}${named(login)}/outbox/`,
    push: (id) => `${root}push/${encodeSegment(id)}`,
  };
}

const PROXY = "calendar-proxy-";

const encodeSegment = (segment: string): string =>
  /^[\w.~@-]+$/.test(segment)
    ? segment
    : encodeURIComponent(segment.toWellFormed())
        .replaceAll("%40", "@")
        .replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** The suffix of a calendar's URL to which new objects are posted (RFC 5995 §3.2.1). */
export const ADD_MEMBER = "?add-member";

/** Whether two paths name one object. */
export const isSameObject = (a: DavPath, b: DavPath): boolean =>
  a.kind === "object" &&
  b.kind === "object" &&
  a.login.toLowerCase() === b.login.toLowerCase() &&
  a.uri === b.uri &&
  a.name === b.name;

/** Characters of one decoded segment. */
export const MAX_SEGMENT = 255;

/**
 * Reads the still encoded path of a URL. The path of the public URL may precede it or be missing (proxies differ), and
 * several slashes are one, as people type them.
 * @returns `malformed` for bad escapes, and for encoded slashes, control characters, `.` and `..`, which no URL of
 * Snart has; `unknown` where no resource can be
 */
export function readPath(pathname: string, hrefs: Hrefs): Result<DavPath, "malformed" | "unknown"> {
  const path =
    hrefs.base !== "" && pathname.startsWith(`${hrefs.base}/`) ? pathname.slice(hrefs.base.length) : pathname;
  if (path === "/") return ok({ kind: "root", isTop: true });
  const [empty, first, ...rest] = path.split(/\/+/);
  if (empty !== "" || first !== "dav") return failed("unknown");
  const endsInSlash = rest.at(-1) === "";
  const segments: string[] = [];
  for (const encoded of endsInSlash ? rest.slice(0, -1) : rest) {
    const segment = decodeSegment(encoded);
    if (segment === undefined) return failed("malformed");
    segments.push(segment);
  }
  const found = underPresent(pathOf(segments), hrefs.alias);
  const isFile = found?.kind === "object" || found?.kind === "inbox-item";
  return found && !(isFile && endsInSlash) ? ok(found) : failed("unknown");
}

/** The path under the present login of whoever it names by a former one. */
const underPresent = (path: DavPath | undefined, alias: LoginAlias | undefined): DavPath | undefined =>
  path && "login" in path && path.login.toLowerCase() === alias?.former
    ? { ...path, login: alias.login }
    : path;

function pathOf([area, login, uri, name, ...more]: readonly string[]): DavPath | undefined {
  if (area === undefined) return { kind: "root", isTop: false };
  if (more.length > 0) return undefined;
  if (area === "push")
    return login === undefined || uri !== undefined ? undefined : { kind: "push", id: login };
  if (area === "scheduling") return schedulingPath(login, uri, name);
  if (area !== "principals" && area !== "calendars") return undefined;
  if (area === "principals") {
    if (login === undefined) return { kind: "principals" };
    if (uri === undefined) return { kind: "principal", login };
    if (name !== undefined) return undefined;
    if (uri === `${PROXY}read`) return { kind: "proxy", login, access: "read" };
    return uri === `${PROXY}write` ? { kind: "proxy", login, access: "write" } : undefined;
  }
  if (login === undefined) return { kind: "homes" };
  if (uri === undefined) return { kind: "home", login };
  return name === undefined ? { kind: "calendar", login, uri } : { kind: "object", login, uri, name };
}

function schedulingPath(login?: string, box?: string, name?: string): DavPath | undefined {
  if (login === undefined) return undefined;
  if (box === "outbox") return name === undefined ? { kind: "outbox", login } : undefined;
  if (box !== "inbox") return undefined;
  return name === undefined ? { kind: "inbox", login } : { kind: "inbox-item", login, name };
}

/** Whether a segment needs no encoding in a URL, and is a name. */
export const isPlainName = (segment: string): boolean =>
  segment.length <= MAX_SEGMENT && /^[\w~-][\w.~-]*$/.test(segment);

function decodeSegment(encoded: string): string | undefined {
  const segment = encoded.includes("%") ? decodeUtf8(encoded) : encoded;
  if (segment === undefined || segment === "" || segment === "." || segment === "..") return undefined;
  // eslint-disable-next-line no-control-regex -- that is what it is about
  return segment.length > MAX_SEGMENT || /[/\\\u0000-\u001f\u007f]/.test(segment) ? undefined : segment;
}

function decodeUtf8(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/**
 * Reads a `DAV:href` or a `Destination`: an absolute path, or a whole URL of this server.
 * @returns undefined for another server's URL or anything else
 */
export function pathnameOf(
  reference: string,
  requestUrl: string,
  publicUrl: string | null,
): string | undefined {
  // A normalised reference is the path already: reports name thousands.
  if (/^(?:\/[\w~%@:-][\w.~%@:-]*)+\/?$/.test(reference)) return reference;
  if (!URL.canParse(reference, requestUrl)) return undefined;
  const url = new URL(reference, requestUrl);
  const isOurs = [requestUrl, publicUrl ?? requestUrl].some((own) => url.host === new URL(own).host);
  return isOurs ? url.pathname : undefined;
}
