import { isIP } from "node:net";
import {
  option,
  parseChoice,
  parseCollector,
  parseDatabaseUrl,
  parseDsn,
  parseHeaders,
  parseInteger,
  parseMailAddress,
  parseServer,
  parseShare,
  parseText,
  parseToken,
  type Option,
  type Parsed,
} from "./option.ts";
import { limitDescriptions } from "./limit-descriptions.ts";
import { parsePublicUrl } from "./public-url.ts";

/** Every option except the limits. */
export const options = {
  data: option<string>({
    env: "SNART_DATA",
    type: "folder",
    default: "./data",
    description: "Where Snart keeps everything it stores. Made when it is not there.",
    parse: parseText,
  }),
  backups: option<string | null>({
    env: "SNART_BACKUPS",
    type: "folder",
    default: null,
    description:
      "Where backups are kept; without it, in backups inside the data folder. Better on another disk.",
    parse: parseText,
  }),
  backupsSecond: option<string | null>({
    env: "SNART_BACKUPS_SECOND",
    type: "folder",
    default: null,
    description:
      "A second folder, such as one of another machine: each backup is copied there, too, and compared.",
    parse: parseText,
  }),
  backupTo: option<readonly string[]>({
    env: "SNART_BACKUP_TO",
    type: "list",
    default: [],
    description:
      "Recipients of age (age1…) that backups are encrypted for. The server can make them then, and not open them.",
    parse: parseRecipients,
  }),
  backupPassphrase: option<string | null>({
    env: "SNART_BACKUP_PASSPHRASE",
    type: "passphrase",
    default: null,
    secret: true,
    description:
      "A passphrase that backups are encrypted with instead, at least 16 characters. The server has it then, and can open them.",
    parse: parsePassphrase,
  }),
  pointInTime: option<number>({
    env: "SNART_POINT_IN_TIME",
    type: "number",
    default: 0,
    description:
      "Every so many seconds what was written to SQLite is copied to SNART_BACKUPS, beside a copy of the database of each day, so that any moment can be restored (60 is usual); 0: not. Takes the room of the database for each day that backups are kept.",
    parse: parseInteger(0, 3_600),
  }),
  host: option<string>({
    env: "SNART_HOST",
    type: "address",
    default: "127.0.0.1",
    description:
      "The address to listen on. 0.0.0.0 or :: lets other machines in; put a proxy with TLS in front then.",
    parse: parseText,
  }),
  port: option<number>({
    env: "SNART_PORT",
    type: "number",
    default: 8080,
    description: "The port to listen on; 0 takes any free one.",
    parse: parseInteger(0, 65_535),
  }),
  publicUrl: option<string | null>({
    env: "SNART_PUBLIC_URL",
    type: "address",
    default: null,
    description:
      "How people reach the server, such as https://calendar.example.org, or https://example.org/calendar below a path. Needed behind a proxy.",
    parse: parsePublicUrl,
  }),
  databaseUrl: option<string | null>({
    env: "SNART_DATABASE_URL",
    type: "address",
    default: null,
    secret: true,
    description: "A PostgreSQL database to use instead of the SQLite file in the data folder.",
    parse: parseDatabaseUrl,
  }),
  databaseReadUrl: option<string | null>({
    env: "SNART_DATABASE_READ_URL",
    type: "address",
    default: null,
    secret: true,
    description:
      "A hot standby of the PostgreSQL database, from which reports and exports are read. Nothing of them is stale: where it lags behind or fails, the database itself is read.",
    parse: parseDatabaseUrl,
  }),
  sentryDsn: option<string | null>({
    env: "SNART_SENTRY_DSN",
    type: "DSN",
    default: null,
    description:
      "Where errors are reported, by the Sentry protocol and without personal data, before what administrators choose. Nothing is sent without either.",
    parse: parseDsn,
  }),
  smtpUrl: option<string | null>({
    env: "SNART_SMTP_URL",
    type: "address",
    default: null,
    secret: true,
    description:
      "The mail server that Snart sends by, such as smtps://name:password@mail.example.org. No mail is sent without it.",
    parse: parseServer(["smtp", "smtps"], "smtps://name:password@mail.example.org"),
  }),
  mailFrom: option<string | null>({
    env: "SNART_MAIL_FROM",
    type: "mail address",
    default: null,
    description: "The address that Snart's mail comes from, such as calendar@example.org.",
    parse: parseMailAddress,
  }),
  mailReplies: option<string | null>({
    env: "SNART_MAIL_REPLIES",
    type: "mail address",
    default: null,
    description:
      "The address that answers to invitations are asked for at, and that Snart reads (SNART_IMAP_URL or snart mail-in). Without it they go to whoever invites.",
    parse: parseMailAddress,
  }),
  imapUrl: option<string | null>({
    env: "SNART_IMAP_URL",
    type: "address",
    default: null,
    secret: true,
    description:
      "The mailbox that answers and invitations are read from, such as imaps://name:password@mail.example.org/INBOX.",
    parse: parseServer(["imap", "imaps"], "imaps://name:password@mail.example.org/INBOX"),
  }),
  imapDoneFolder: option<string | null>({
    env: "SNART_IMAP_DONE_FOLDER",
    type: "folder",
    default: null,
    description:
      "The folder that messages are moved to once they are dealt with. Without it they stay, marked as read.",
    parse: parseText,
  }),
  mailAuthServer: option<string | null>({
    env: "SNART_MAIL_AUTH_SERVER",
    type: "name",
    default: null,
    description:
      "The name of the mail server whose Authentication-Results are believed: it proves who a mail is from. Without it nobody’s mail is proved, and its recipient is asked about each.",
    parse: parseText,
  }),
  logLevel: option<LogLevel>({
    env: "SNART_LOG_LEVEL",
    type: "choice",
    default: "info",
    description: "How much is logged: fatal, error, warn, info, debug (every request), trace or silent.",
    parse: parseChoice("fatal", "error", "warn", "info", "debug", "trace", "silent"),
  }),
  logFormat: option<"text" | "json">({
    env: "SNART_LOG_FORMAT",
    type: "choice",
    default: "text",
    description: "Lines for people (text) or for programs (json).",
    parse: parseChoice("text", "json"),
  }),
  metricsToken: option<string | null>({
    env: "SNART_METRICS_TOKEN",
    type: "text",
    default: null,
    secret: true,
    description:
      "The token with which Prometheus asks for /metrics (Authorization: Bearer), at least 16 characters. Without it there is no /metrics.",
    parse: parseToken,
  }),
  otlpEndpoint: option<string | null>({
    env: "SNART_OTLP_ENDPOINT",
    type: "address",
    default: null,
    description:
      "The address of an OpenTelemetry collector, such as http://127.0.0.1:4318, which gets traces by OTLP/HTTP with JSON (/v1/traces is added). Without it nothing is traced.",
    parse: parseCollector,
  }),
  otlpHeaders: option<Readonly<Record<string, string>>>({
    env: "SNART_OTLP_HEADERS",
    type: "list",
    default: {},
    secret: true,
    description:
      "Headers that the collector wants, such as authorization=Bearer%20secret,x-tenant=home: values in percent encoding.",
    parse: parseHeaders,
  }),
  otlpShare: option<number>({
    env: "SNART_OTLP_SHARE",
    type: "number",
    default: 1,
    description:
      "The share of requests, jobs and messages that are traced, from 0 to 1. What a trusted proxy says of its own traces goes before.",
    parse: parseShare,
  }),
  feedNetworks: option<readonly string[]>({
    env: "SNART_FEED_NETWORKS",
    type: "list",
    default: [],
    description:
      "Addresses or networks of your own that calendars may be fetched from, such as 192.168.1.0/24. Without it only the open internet.",
    parse: parseNetworks,
  }),
  trustedProxies: option<readonly string[]>({
    env: "SNART_TRUSTED_PROXIES",
    type: "list",
    default: [],
    description:
      "Addresses or networks of proxies whose X-Forwarded-For is believed, such as 127.0.0.1, 10.0.0.0/8.",
    parse: parseNetworks,
  }),
  signInHeader: option<string | null>({
    env: "SNART_SIGN_IN_HEADER",
    type: "text",
    default: null,
    description:
      "The header in which a proxy that has asked who somebody is says their login or e-mail address, such as Remote-User. Needs SNART_SIGN_IN_PROXIES; without it no header signs anybody in.",
    parse: parseHeaderName,
  }),
  signInProxies: option<readonly string[]>({
    env: "SNART_SIGN_IN_PROXIES",
    type: "list",
    default: [],
    description:
      "Addresses or networks of the proxies whose SNART_SIGN_IN_HEADER is believed: whoever can reach Snart from one of these can be anybody.",
    parse: parseNetworks,
  }),
};

type LogLevel = "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
type ValueOf<O> = O extends Option<infer T> ? T : never;
/** The value of every option except the limits. */
export type OptionValues = { readonly [K in keyof typeof options]: ValueOf<(typeof options)[K]> };

/** `objectSize` → `SNART_LIMIT_OBJECT_SIZE`. */
export const limitEnv = (name: string): string =>
  `SNART_LIMIT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** The most that an archive can count without its 64-bit extension, with room for the data between the files. */
const LARGEST: Readonly<Record<string, number>> = { exportSize: 4000 * 1024 * 1024, exportFiles: 65_535 };

/** @returns an option for every limit, in the same order */
export function limitOptions<L extends object>(
  defaults: L,
): Readonly<Record<keyof L & string, Option<number>>> {
  const made = Object.entries(defaults).map(([name, value]: [string, number]) => [
    name,
    option<number>({
      env: limitEnv(name),
      type: "number",
      default: value,
      description: limitDescriptions[name] ?? "",
      parse: parseInteger(1, LARGEST[name] ?? 1_000_000_000_000),
    }),
  ]);
  return Object.fromEntries(made) as Readonly<Record<keyof L & string, Option<number>>>;
}

/** The whole table, in the order of the documentation. */
export function allOptions(limitDefaults: object): readonly Option<unknown>[] {
  return [
    ...Object.values(options),
    ...Object.values(limitOptions(limitDefaults)),
  ] as readonly Option<unknown>[];
}

/** So long that trying them all is hopeless: a backup is anybody's to try at who has it. */
function parsePassphrase(text: string): Parsed<string> {
  return /^[^\p{Cc}]{16,500}$/u.test(text)
    ? { value: text }
    : { mustBe: "must be one line of 16 to 500 characters" };
}

function parseRecipients(text: string): Parsed<readonly string[]> {
  const recipients = text.split(",").map((part) => part.trim());
  const wrong = recipients.find((recipient) => !/^age1[a-z0-9]{10,}$/.test(recipient));
  return wrong === undefined
    ? { value: recipients }
    : { mustBe: `must be a list of age recipients like age1…, but has "${wrong}"` };
}

/** A name of a header (RFC 9110 §5.6.2) that no browser and no other part of the server has a use for. */
function parseHeaderName(text: string): Parsed<string> {
  const isName = /^[A-Za-z][A-Za-z0-9-]{2,60}$/.test(text);
  const isTaken =
    /^(?:accept|content|sec|x-forwarded|access-control|if|proxy)-|^(?:accept|authorization|connection|cookie|depth|expect|forwarded|from|host|origin|prefer|range|referer|te|trailer|upgrade|user-agent|via)$/i;
  return isName && !isTaken.test(text)
    ? { value: text.toLowerCase() }
    : { mustBe: `must be the name of a header of its own like Remote-User, but is "${text}"` };
}

function parseNetworks(text: string): Parsed<readonly string[]> {
  const networks = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const wrong = networks.find((network) => !isNetwork(network));
  if (wrong === undefined) return { value: networks };
  return { mustBe: `must be a list of addresses or networks like 10.0.0.0/8, but has "${wrong}"` };
}

function isNetwork(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}
