import { randomBytes } from "node:crypto";
import { accessSync, closeSync, constants, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { App } from "./app/app.ts";
import { refusalsCounted } from "./app/bookings/count-refusals.ts";
import { withinFormerQuota } from "./app/objects/former-quota.ts";
import type { Limits } from "./app/limits.ts";
import { risingIds } from "./app/new-id.ts";
import { attemptLimiters } from "./app/sign-in/attempts.ts";
import { passkeyVerifier } from "./auth/passkeys.ts";
import { openidGateway } from "./auth/openid.ts";
import { argon2Hasher } from "./auth/passwords.ts";
import type { Config } from "./config/load.ts";
import { backUpTo, type WithSnapshot } from "./backup/backup-file.ts";
import type { Recipients } from "./backup/encryption.ts";
import { otherServers } from "./dav/client/other-servers.ts";
import { guardedDav } from "./http/asking/guarded-dav.ts";
import { guardedFetcher } from "./http/guarded-fetch.ts";
import { StartProblem } from "./http/listen.ts";
import { outsideGateway } from "./mail/open-mail.ts";
import {
  compact,
  openStorage,
  storageTarget,
  surveyOf,
  suspicionOf,
  type Opening,
  type StorageTarget,
  type Survey,
} from "./storage/sql/open.ts";
import { openReadCopy } from "./storage/sql/read-copy.ts";
import { processTurns } from "./turns/turns.ts";
import { VERSION } from "./version.ts";

export type ServerConfig = Config<Limits>;
type Reads = NonNullable<App["reports"]>;

/** Replacements for the outside world, for tests and special servers. */
export interface AppOverrides extends Partial<Omit<App, "storage" | "limits">> {
  /** Replaces the configured storage: `{ kind: "sqlite", path: ":memory:" }` for a throw-away server. */
  readonly storageTarget?: StorageTarget;
  /** What goes around the storage that everything uses, to watch it. */
  readonly aroundStorage?: ((storage: App["storage"]) => App["storage"]) | undefined;
  /** The same for the copy that reports are read from. */
  readonly aroundReports?: ((reports: Reads) => Reads) | undefined;
  /** Opens connections to the database before anybody asks: a server does, a command needs one. */
  readonly opensConnections?: boolean;
  /** Called when data of an earlier schema have been backed up and will be brought to the present one. */
  readonly onUpgrade?: (upgrade: { readonly from: number; readonly backup: string }) => void;
}
export interface OpenApp {
  readonly app: App;
  close(): Promise<void>;
}

/** Opens storage and everything else that the use cases need. Throws StartProblem if it can't. */
export async function openApp(config: ServerConfig, overrides: AppOverrides = {}): Promise<OpenApp> {
  const {
    storageTarget: target = targetOf(config),
    aroundStorage,
    aroundReports,
    onUpgrade,
    opensConnections = false,
    ...replaced
  } = overrides;
  if (target.kind === "sqlite" && target.path !== ":memory:") prepareDataFile(target.path);
  const beforeMigrating: Opening["beforeMigrating"] = async (from, withSnapshot) => {
    const backup = await backUpBefore(config, from, withSnapshot);
    onUpgrade?.({ from, backup });
  };
  const opened = await openStorage(target, { beforeMigrating, opensConnections }).catch((error: unknown) => {
    throw new StartProblem(`The database cannot be opened: ${sentence(error)}`, { cause: error });
  });
  const now = overrides.now ?? Date.now;
  const newId = overrides.newId ?? risingIds();
  const kept = withinFormerQuota(opened, config.limits.formerQuota, { now, newId });
  const storage = aroundStorage?.(kept) ?? kept;
  const { databaseReadUrl: copy } = config;
  const urls = copy !== null && target.kind === "postgres" ? { main: target.url, copy } : undefined;
  const reports = urls && (await openReadCopy(storage, urls, now));
  const outside = outsideGateway(config);
  const app: App = {
    storage,
    ...(reports && { reports: aroundReports?.(reports) ?? reports }),
    limits: config.limits,
    turns: processTurns,
    now,
    newId,
    newSecret: (bytes) => randomBytes(bytes).toString("base64url"),
    passwords: argon2Hasher(),
    passkeys: passkeyVerifier(),
    openid: openidGateway(),
    ...attemptLimiters(storage, config.limits, now),
    pause: (ms) => pause(ms),
    fetchFeed: guardedFetcher({ networks: config.feedNetworks }),
    otherServers: otherServers(guardedDav({ networks: config.feedNetworks }), config.limits),
    prodId: `-//Snart//Snart ${VERSION}//EN`,
    ...(outside && { outside }),
    ...replaced,
  };
  const close = async (): Promise<void> => {
    await reports?.close();
    await refusalsCounted(app);
    await storage.close();
  };
  return { app, close };
}

/**
 * Backs up the data of an earlier schema.
 * @returns the file
 * @throws if that isn't possible: then they stay as they are
 */
async function backUpBefore(config: ServerConfig, from: number, withSnapshot: WithSnapshot): Promise<string> {
  const options = { version: VERSION, now: Date.now(), kind: "upgrade", verify: true } as const;
  const folder = config.backups ?? config.data;
  try {
    return (await backUpTo(folder, withSnapshot, { ...options, recipients: backupRecipients(config) })).path;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `its data of schema ${from} could not be backed up before they are brought to the present one, and are as they were: ${why}`,
      { cause: error },
    );
  }
}

/** What backups are encrypted for, by the configuration. */
export const backupRecipients = ({
  backupTo,
  backupPassphrase: passphrase,
}: Pick<ServerConfig, "backupTo" | "backupPassphrase">): Recipients =>
  passphrase === null ? backupTo : { passphrase };

/** Why the configured database should be looked at before it is used, if anything is known. */
export const suspicionOfData = (config: ServerConfig): string | undefined => suspicionOf(targetOf(config));

export type { SurveyedObject, SurveyedVersion } from "./storage/sql/open.ts";

/** What is left of the configured database when it is damaged; undefined: its own tools have to say (PostgreSQL). */
export const surveyOfData = (config: ServerConfig): Survey | undefined => surveyOf(targetOf(config));

/** Gives the room that the configured database keeps for itself back to the disk; undefined: its own tools do that (PostgreSQL). */
export const compactData = (config: ServerConfig): ReturnType<typeof compact> => compact(targetOf(config));

/** The configured database. */
export const targetOf = (config: ServerConfig): StorageTarget =>
  storageTarget({
    databaseUrl: config.databaseUrl ?? undefined,
    dataFolder: config.data,
    isLogCopied: config.pointInTime > 0,
  });

/**
 * People's calendars are private: the folder is created for its owner only, and so is the file, because the folder
 * may already exist with other rights. SQLite gives its other files the same mode.
 */
function prepareDataFile(path: string): void {
  const folder = dirname(path);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK | constants.X_OK);
    closeSync(openSync(path, "a", 0o600));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    throw new StartProblem(
      `The data folder ${folder} cannot be written to (${code}); make it writable or set SNART_DATA to another folder.`,
      { cause: error },
    );
  }
}

function sentence(error: unknown): string {
  const text =
    error instanceof AggregateError
      ? String(error.errors[0])
      : error instanceof Error
        ? error.message
        : String(error);
  return text.endsWith(".") ? text : `${text}.`;
}
