import { createHash } from "node:crypto";
import type {
  IdentityProvider,
  OfferedProvider,
} from "@snart/calendar/jmap/administration/identity-providers.ts";
import type { ReadTransaction, WriteTransaction } from "../../storage/port.ts";
import type { App } from "../app.ts";

const SETTING = "identity-providers";

/** A provider with what this server proves itself by there, which never leaves it. */
export interface StoredProvider extends IdentityProvider {
  readonly clientSecret: string | null;
}

/** All providers, in the order in which they were added. */
export async function storedProviders(tx: ReadTransaction): Promise<readonly StoredProvider[]> {
  return JSON.parse((await tx.settings.get(SETTING)) ?? "[]") as readonly StoredProvider[];
}

export const keepProviders = (tx: WriteTransaction, all: readonly StoredProvider[]): Promise<void> =>
  tx.settings.replace(SETTING, JSON.stringify(all));

/** The one by which people may sign in now. */
export const openProvider = async (tx: ReadTransaction, id: string): Promise<StoredProvider | undefined> =>
  (await storedProviders(tx)).find((one) => one.id === id && one.isOn);

/** Those that the sign-in page offers. */
export const offeredProviders = (app: App): Promise<readonly OfferedProvider[]> =>
  app.storage.read(async (tx) =>
    (await storedProviders(tx))
      .filter(({ isOn }) => isOn)
      .map(({ id, name, issuer }) => ({ id, name, host: URL.parse(issuer)?.host ?? "" })),
  );

/** The one-way form of somebody, or of a session, at a provider. */
export const hashOfIdentity = (issuer: string, named: string): string =>
  createHash("sha256").update(`${issuer}\0${named}`).digest("base64url");
