import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { nearestName } from "./nearest-name.ts";
import type { Option } from "./option.ts";
import { allOptions, limitEnv, limitOptions, options, type OptionValues } from "./options.ts";

/** Snart's whole checked configuration; `limits` has the shape of the given defaults. */
export type Config<L extends object> = OptionValues & { readonly limits: L };
/** The file that options were looked for in, besides the environment. */
export interface ConfigFile {
  readonly path: string;
  readonly isThere: boolean;
}
type LoadedConfig<L extends object> =
  | {
      readonly ok: true;
      readonly config: Config<L>;
      readonly file: ConfigFile;
      /** What was ignored and should not have been written so, a sentence each. */
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly string[] };

interface ConfigSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The base of relative paths: the working directory. */
  readonly folder: string;
  readonly readFile?: (path: string) => string;
}

/** Variables that other parts of the workspace read (test runner, development server); not options. */
const RESERVED = /^SNART_(CONFIG$|TEST_|DEV_)/;

/**
 * Reads every option from the environment, then from `<env>_FILE` for secrets, then from the configuration file
 * (`SNART_CONFIG`, or `snart.conf` in the data folder if there is one), else takes the default. An empty variable counts as
 * not set. All problems are collected, one sentence each.
 */
export function loadConfig<L extends object>(sources: ConfigSources, limitDefaults: L): LoadedConfig<L> {
  const reader = new OptionReader(sources, allOptions(limitDefaults));
  const values = reader.readAll(options) as OptionValues;
  const limits = reader.readAll(limitOptions(limitDefaults)) as L;
  const data = resolve(sources.folder, values.data);
  const backups = values.backups === null ? join(data, "backups") : resolve(sources.folder, values.backups);
  const { backupsSecond: second } = values;
  const backupsSecond = second === null ? null : resolve(sources.folder, second);
  const config: Config<L> = { ...values, data, backups, backupsSecond, limits };
  const problems = [...reader.problems, ...unknownNames(reader, sources), ...crossProblems(config)];
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, config, file: reader.source, warnings: reader.warnings };
}

class OptionReader {
  readonly problems: string[] = [];
  readonly warnings: string[] = [];
  /** The configuration file. */
  readonly source: ConfigFile;
  readonly known: readonly Option<unknown>[];
  readonly file: ReadonlyMap<string, string>;
  readonly #env: ConfigSources["env"];
  readonly #folder: string;
  readonly #readFile: (path: string) => string;

  constructor(sources: ConfigSources, known: readonly Option<unknown>[]) {
    this.known = known;
    this.#env = sources.env;
    this.#folder = sources.folder;
    this.#readFile = sources.readFile ?? ((path) => readFileSync(path, "utf8"));
    const path = this.#path();
    const text = this.#env["SNART_CONFIG"] ? this.#fileText(path, "SNART_CONFIG") : this.#optionalText(path);
    this.source = { path, isThere: text !== undefined };
    this.file = new Map(this.#lines(text ?? "", path));
    this.#noticeMisplaced();
  }

  readAll(table: Readonly<Record<string, Option<unknown>>>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(table).map(([name, row]) => [name, this.#read(row)]));
  }

  #read(row: Option<unknown>): unknown {
    const text = this.#env[row.env] || this.#secretFile(row) || this.file.get(row.env);
    if (text === undefined || text === "") return row.default;
    const parsed = row.parse(text.trim());
    if ("value" in parsed) return parsed.value;
    this.problems.push(`${row.env} ${parsed.mustBe}${row.secret ? "" : `, not "${text.slice(0, 80)}"`}.`);
    return row.default;
  }

  #secretFile(row: Option<unknown>): string | undefined {
    const name = `${row.env}_FILE`;
    const path = row.secret ? this.#env[name] || this.file.get(name) : undefined;
    return path ? this.#fileText(path, name)?.trim() : undefined;
  }

  /** The data folder is known from the environment alone: a file in it can't say where it is. */
  #path(): string {
    const named = this.#env["SNART_CONFIG"];
    if (named) return resolve(this.#folder, named);
    return join(this.#dataFolder(), "snart.conf");
  }

  #dataFolder(): string {
    return resolve(this.#folder, this.#env[options.data.env] || options.data.default);
  }

  /** A file that is not read, or that points away from itself, would be ignored without a word. */
  #noticeMisplaced(): void {
    const { path } = this.source;
    const beside = join(this.#folder, "snart.conf");
    if (beside !== path && this.#isThere(beside))
      this.warnings.push(
        `${beside} is not read; options are read from ${path}. Move it there, or set SNART_CONFIG.`,
      );
    const data = this.file.get(options.data.env);
    const isElsewhere = data !== undefined && resolve(this.#folder, data) !== this.#dataFolder();
    if (isElsewhere && !this.#env["SNART_CONFIG"])
      this.problems.push(
        `${path} names another data folder, and is read because it is in this one; set SNART_DATA or SNART_CONFIG in the environment instead.`,
      );
  }

  #isThere(path: string): boolean {
    try {
      this.#readFile(path);
      return true;
    } catch (error) {
      return !isAbsent(error);
    }
  }

  *#lines(text: string, path: string): Iterable<[string, string]> {
    for (const [index, raw] of text.split(/\r?\n/).entries()) {
      const line = raw.trim();
      if (line === "" || line.startsWith("#")) continue;
      const pair = /^([A-Z][A-Z0-9_]*)\s*=\s*(.*)$/.exec(line);
      if (pair) yield [pair[1] ?? "", unquoted(pair[2] ?? "")];
      else this.problems.push(`${path} line ${index + 1} must be NAME=VALUE or start with #.`);
    }
  }

  #fileText(path: string, name: string): string | undefined {
    try {
      return this.#readFile(resolve(this.#folder, path));
    } catch (error) {
      this.problems.push(`${name} names ${path}, which cannot be read (${errorCode(error)}).`);
      return undefined;
    }
  }

  #optionalText(path: string): string | undefined {
    try {
      return this.#readFile(path);
    } catch (error) {
      if (!isAbsent(error)) this.problems.push(`${path} cannot be read (${errorCode(error)}).`);
      return undefined;
    }
  }
}

/** Not there; a data folder that is no folder is told when it is opened. */
const isAbsent = (error: unknown): boolean => ["ENOENT", "ENOTDIR"].includes(errorCode(error));
const unquoted = (text: string): string => /^"(.*)"$/.exec(text)?.[1] ?? /^'(.*)'$/.exec(text)?.[1] ?? text;
const errorCode = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown error";

/** Silently ignoring a misspelt option is worse than refusing to start. */
function* unknownNames(reader: OptionReader, sources: ConfigSources): Iterable<string> {
  const names = reader.known.flatMap((row) => (row.secret ? [row.env, `${row.env}_FILE`] : [row.env]));
  const given = [
    ...Object.keys(sources.env).filter((name) => name.startsWith("SNART_")),
    ...reader.file.keys(),
  ];
  for (const name of new Set(given)) {
    if (names.includes(name) || RESERVED.test(name)) continue;
    const nearest = nearestName(name, names);
    yield `${name} is not an option of Snart${nearest ? `; perhaps ${nearest} was meant` : ""}.`;
  }
}

/** Problems of option combinations. */
function* crossProblems(config: Config<object>): Iterable<string> {
  const limits = config.limits as Readonly<Record<string, number>>;
  const atMost = (small: string, large: string): string | undefined =>
    (limits[small] ?? 0) > (limits[large] ?? Infinity)
      ? `${limitEnv(small)} (${limits[small]}) must not be larger than ${limitEnv(large)} (${limits[large]}).`
      : undefined;
  for (const problem of [atMost("objectSize", "requestSize"), atMost("objectSize", "uploadSize")])
    if (problem) yield problem;
  if (config.trustedProxies.length > 0 && config.publicUrl === null)
    yield "SNART_TRUSTED_PROXIES needs SNART_PUBLIC_URL, so that Snart knows the address the proxy is reached by.";
  if ((config.signInHeader === null) !== (config.signInProxies.length === 0))
    yield "SNART_SIGN_IN_HEADER and SNART_SIGN_IN_PROXIES need each other: a header is believed only of proxies that are named.";
  if (config.signInProxies.some((network) => network.endsWith("/0")))
    yield "SNART_SIGN_IN_PROXIES must not be everybody: whoever is in it can sign in as anybody.";
  if (config.databaseReadUrl !== null && config.databaseUrl === null)
    yield "SNART_DATABASE_READ_URL needs SNART_DATABASE_URL, the database that it follows.";
  if (config.smtpUrl !== null && config.mailFrom === null)
    yield "SNART_SMTP_URL needs SNART_MAIL_FROM, the address that the mail comes from.";
  if (config.backupPassphrase !== null && config.backupTo.length > 0)
    yield "SNART_BACKUP_PASSPHRASE and SNART_BACKUP_TO do not go together: age encrypts for one or the other.";
  // Each piece, once a minute, would take seconds and 256 MB of the server for the passphrase alone.
  if (config.backupPassphrase !== null && config.pointInTime > 0)
    yield "SNART_POINT_IN_TIME is encrypted for recipients only: use SNART_BACKUP_TO instead of SNART_BACKUP_PASSPHRASE.";
  if (config.imapUrl !== null && config.mailReplies === null)
    yield "SNART_IMAP_URL needs SNART_MAIL_REPLIES, the address whose mail is in that mailbox.";
}

/** @returns the effective `NAME=value` of every option, secrets as stars */
export function dumpConfig<L extends object>(config: Config<L>, limitDefaults: L): readonly string[] {
  const show = (row: Option<unknown>, value: unknown): string =>
    `${row.env}=${row.secret && value !== null ? "****" : asText(value)}`;
  const own = Object.entries(options).map(([name, row]) =>
    show(row as Option<unknown>, config[name as keyof OptionValues]),
  );
  const limits = Object.entries(limitOptions(limitDefaults)) as [keyof L & string, Option<unknown>][];
  return [...own, ...limits.map(([name, row]) => show(row, config.limits[name]))];
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.join(",");
  return typeof value === "string" || typeof value === "number" ? `${value}` : "";
}
