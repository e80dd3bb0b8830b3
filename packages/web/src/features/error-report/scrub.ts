import type { ErrorEvent } from "@sentry/react";

/** Pages whose names tell nothing about anybody. What comes after the first part of an address is never sent. */
const pages = new Set(
  "setup signin reset invite day week month year soon tasks event search bookables booking-pages polls settings trash history admin b p c feed assets src".split(
    " ",
  ),
);

/**
 * What may leave the browser of an error: what kind it was, where in the code, and in which version. Built up from
 * nothing rather than cut down, so that whatever else the reporter thinks of adding (user, cookies, headers, bodies,
 * breadcrumbs, component state) stays here.
 */
export function scrubEvent(event: ErrorEvent): ErrorEvent {
  const { event_id, timestamp, platform, level, release, environment, debug_meta, sdk } = event;
  const exceptions = event.exception?.values?.map(scrubException);
  const url = event.request?.url;
  return {
    type: undefined,
    ...defined({ event_id, timestamp, platform, level, release, environment, debug_meta }),
    ...(sdk ? { sdk: defined({ name: sdk.name, version: sdk.version }) } : {}),
    ...(event.message === undefined ? {} : { message: scrubText(event.message) }),
    ...(exceptions ? { exception: { values: exceptions } } : {}),
    ...(url === undefined ? {} : { request: { url: scrubUrl(url) } }),
  };
}

type Exception = NonNullable<NonNullable<ErrorEvent["exception"]>["values"]>[number];
type Frame = NonNullable<NonNullable<Exception["stacktrace"]>["frames"]>[number];

function scrubException({ type, value, mechanism, stacktrace }: Exception): Exception {
  const frames = stacktrace?.frames?.map(scrubFrame);
  return {
    ...defined({ type }),
    ...(value === undefined ? {} : { value: scrubText(value) }),
    ...(mechanism ? { mechanism: defined({ type: mechanism.type, handled: mechanism.handled }) } : {}),
    ...(frames ? { stacktrace: { frames } } : {}),
  } as Exception;
}

function scrubFrame({ filename, function: name, lineno, colno, in_app }: Frame): Frame {
  return {
    ...defined({ function: name, lineno, colno, in_app }),
    ...(filename === undefined ? {} : { filename: scrubFile(filename) }),
  };
}

const LONGEST_TEXT = 300;

/** The message of an error without what people wrote: everything quoted, addresses, links, ids and long numbers go. */
export function scrubText(text: string): string {
  return text
    .slice(0, 2000)
    .replace(/"[^"]*"|“[^”]*”|”[^”]*”|'[^']*'|‘[^’]*’|`[^`]*`|«[^»]*»/g, "“…”")
    .replace(/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s)>\]]+/gi, (url) => scrubUrl(url))
    .replace(/[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+/g, "…@…")
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "…")
    .replace(/\+?\d[\d\s-]{5,}\d/g, "…")
    .slice(0, LONGEST_TEXT);
}

/** The address of a page without query, fragment, credentials and everything after its first part. */
export function scrubUrl(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return "…";
  const [, first = "", ...rest] = parsed.pathname.split("/");
  const page = first === "" || pages.has(first) ? first : "…";
  return `${parsed.origin}/${page}${rest.some((part) => part !== "") ? "/…" : ""}`;
}

/** A script of ours keeps its path, which the source map needs; anything else is cut like a page. */
function scrubFile(filename: string): string {
  const parsed = URL.parse(filename);
  if (!parsed) return /^[\w@./-]+$/.test(filename) ? filename : "…";
  if (/^https?:$/.test(parsed.protocol) && /^\/[\w@./-]+\.(?:m?js|tsx?)$/.test(parsed.pathname))
    return `${parsed.origin}${parsed.pathname}`;
  return scrubUrl(filename);
}

/** The object without what is undefined. */
function defined<T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
