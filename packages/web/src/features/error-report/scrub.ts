import type { ErrorEvent } from "@sentry/react";

/** Pages whose names tell nothing about anybody. What comes after the first part of an address is never sent. */
const pages = new Set(
  "setup signin reset invite day week month year soon tasks event search bookables booking-pages polls settings trash history admin b p c feed assets src".split(
    " ",
  ),
);

/**
 * The parts of an error that may leave the browser: its kind, its place in the code, and the version. Built up from
 * nothing, so that anything else the reporter adds (user, cookies, headers, bodies, breadcrumbs, component state)
 * stays here.
 */
export function scrubEvent(event: ErrorEvent): ErrorEvent {
  const { event_id, timestamp, platform, level, release, environment, debug_meta, sdk } = event;
  const exceptions = event.exception?.values?.map(scrubException);
  const url = event.request?.url;
  return {
    type: undefined,
    ...defined({ event_id, timestamp, platform, level, release, environment, debug_meta }),
    ...(sdk ? { sdk: defined({ name: sdk.name, version: sdk.version }) } : {}),
    ...(event.message === undefined ? {} : { message: scrubMessage(event.message) }),
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
    ...(value === undefined ? {} : { value: scrubMessage(value) }),
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

/** Sentences of browsers, React and the app's own chunks, which hold names of the program at most. */
const KNOWN_MESSAGES = [
  /^(Uncaught )?(\w{1,40}Error: )?Cannot (read|set) properties of (undefined|null) \((reading|setting) '[\w$#]{1,60}'\)$/,
  /^(can't access property "[\w$#]{1,60}", )?[\w$.#()]{1,80} is (undefined|null|not (a function|iterable|defined|an object|a constructor))$/,
  /^Cannot access '[\w$]{1,60}' before initialization$/,
  /^Maximum call stack size exceeded$|^too much recursion$/,
  /^Invalid (array length|string length|time value|Date)$/,
  /^Minified React error #\d{1,4}; visit https:\/\/react\.dev\/errors\/\d{1,4}/,
  /^(Failed to fetch|Load failed|NetworkError when attempting to fetch resource\.)$/,
  /^Failed to fetch dynamically imported module: https?:\/\/[^/\s]+\/assets\/[\w.-]{1,80}\.js$/,
  /^(The operation was aborted|signal is aborted without reason|The user aborted a request)\.?$/,
  /^ResizeObserver loop /,
];

/**
 * The message of an error if it is a known sentence; any other may hold what people wrote, and stays where it was
 * thrown. The kind of error and the place in the code are sent in any case.
 */
export const scrubMessage = (message: string): string =>
  KNOWN_MESSAGES.some((known) => known.test(message.slice(0, 400)))
    ? message.slice(0, 200)
    : "[kept in the browser]";

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

/** The object without undefined members. */
function defined<T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
