/**
 * The value that an option's text gives, or one clause saying what it must be ("must be a number from 0 to 65535").
 */
export type Parsed<T> = { readonly value: T } | { readonly mustBe: string };

/** One configurable value: the row of the options table that documentation, reading and dumping share. */
export interface Option<T> {
  readonly env: string;
  /** The kind of value, in words. */
  readonly type: string;
  readonly default: T;
  /** Masked wherever the configuration is shown; may also be read from the file named by `<env>_FILE`. */
  readonly secret: boolean;
  readonly description: string;
  readonly parse: (text: string) => Parsed<T>;
}

/** Fills in what most options share. */
export function option<T>(fields: Omit<Option<T>, "secret"> & { secret?: boolean }): Option<T> {
  return { secret: false, ...fields };
}

/** Accepts any text except an empty one. */
export function parseText(text: string): Parsed<string> {
  return text === "" ? { mustBe: "must not be empty" } : { value: text };
}

/** A secret that is too long to be guessed, without spaces. */
export function parseToken(text: string): Parsed<string> {
  return /^[!-~]{16,256}$/.test(text)
    ? { value: text }
    : { mustBe: "must be 16 to 256 letters, digits and signs, without spaces" };
}

/** @returns a parser of whole numbers from `min` to `max`, both included */
export function parseInteger(min: number, max: number): (text: string) => Parsed<number> {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max
      ? { value }
      : { mustBe: `must be a whole number from ${min} to ${max}` };
  };
}

/** @returns a parser of exactly these words */
export function parseChoice<const C extends string>(...choices: readonly C[]): (text: string) => Parsed<C> {
  return (text) => {
    const value = choices.find((choice) => choice === text);
    return value === undefined ? { mustBe: `must be one of ${choices.join(", ")}` } : { value };
  };
}

/** The address of a PostgreSQL database (libpq connection URI). */
export function parseDatabaseUrl(text: string): Parsed<string> {
  const url = URL.parse(text);
  if (url && /^postgres(ql)?:$/.test(url.protocol)) return { value: text };
  return { mustBe: "must be an address like postgres://user:password@host/database" };
}

/** A Sentry DSN: `https://PUBLIC_KEY@HOST/PROJECT`. */
export function parseDsn(text: string): Parsed<string> {
  const url = URL.parse(text);
  if (
    url &&
    /^https?:$/.test(url.protocol) &&
    url.username !== "" &&
    url.password === "" &&
    /\/\d+$/.test(url.pathname)
  )
    return { value: text };
  return { mustBe: "must be a DSN like https://key@errors.example.org/1" };
}

/** @returns a parser of server addresses with one of these protocols and any name, password and path */
export function parseServer(protocols: readonly string[], example: string): (text: string) => Parsed<string> {
  return (text) => {
    const url = URL.parse(text);
    const isServer = url !== null && protocols.includes(url.protocol.slice(0, -1)) && url.hostname !== "";
    return isServer ? { value: text } : { mustBe: `must be an address like ${example}` };
  };
}

/** The address of a collector (OTLP/HTTP), to which a path is added. */
export function parseCollector(text: string): Parsed<string> {
  const url = URL.parse(text);
  const isPlain = url?.username === "" && url.password === "" && url.search === "" && url.hash === "";
  return url && /^https?:$/.test(url.protocol) && isPlain
    ? { value: text }
    : { mustBe: "must be an address like http://127.0.0.1:4318" };
}

/**
 * Headers for a collector as OpenTelemetry writes them (`OTEL_EXPORTER_OTLP_HEADERS`): names with values in percent encoding, parted by
 * commas. At most sixteen, and none of those that the request has already.
 */
export function parseHeaders(text: string): Parsed<Readonly<Record<string, string>>> {
  const pairs = text.split(",").map((pair) => /^\s*([!#$%&'*+.^_`|~\w-]{1,64})=(.{1,4096}?)\s*$/.exec(pair));
  const headers: Record<string, string> = {};
  for (const [, name = "", written = ""] of pairs.map((pair) => pair ?? [])) {
    const value = decoded(written.trim());
    const isOurs = /^(?:host|connection|transfer-encoding|content-(?:type|length))$/i.test(name);
    if (name === "" || value === undefined || isOurs) return NO_HEADERS;
    headers[name.toLowerCase()] = value;
  }
  return pairs.length <= 16 ? { value: headers } : NO_HEADERS;
}

const NO_HEADERS = { mustBe: "must be headers like authorization=Bearer%20secret,x-tenant=home" };

/** undefined: it is none, or nothing that a header may hold. */
function decoded(text: string): string | undefined {
  try {
    const value = decodeURIComponent(text);
    return /^[\x20-\x7e]+$/.test(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A share from 0 to 1, such as 0.05. */
export function parseShare(text: string): Parsed<number> {
  return /^(?:0|1|0?\.\d{1,6}|1\.0{1,6})$/.test(text)
    ? { value: Number(text) }
    : { mustBe: "must be a number from 0 to 1, such as 0.05" };
}

/** One mail address without a name. */
export function parseMailAddress(text: string): Parsed<string> {
  return /^[^\s@<>",;:]{1,64}@[^\s@<>",;:]{1,190}$/.test(text)
    ? { value: text }
    : { mustBe: "must be a mail address like calendar@example.org" };
}
