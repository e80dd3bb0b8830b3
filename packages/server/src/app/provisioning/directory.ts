import { failed, type Result } from "@snart/calendar/result.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { Principal, Provisioned, ProvisioningToken } from "../../storage/records/people.ts";
import { directoryActor, type Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { isRemoved } from "../accounts/change-account.ts";
import type { Problem } from "../problems.ts";
import { storedProviders, type StoredProvider } from "../sign-in/stored-providers.ts";

/** Why a directory's wish is refused; `taken`: it would be a second one, or somebody else's. */
export type Refusal = Problem | { readonly code: "taken"; readonly detail: string };

/** What only a token's own directory sees. */
export const scopeOf = ({ providerId }: Pick<ProvisioningToken, "providerId">): string => providerId ?? "";

/** A directory that has proved which it is. */
export interface DirectoryCaller {
  readonly token: ProvisioningToken;
  /** The address of the server, for the links in mails. */
  readonly origin: string;
}

/** What a directory does in one transaction. */
export interface DirectoryWork extends DirectoryCaller {
  readonly app: App;
  readonly tx: WriteTransaction;
  readonly actor: Actor;
  readonly scope: string;
  readonly provider: StoredProvider | undefined;
}

/** Does a directory's work in one transaction, of which nothing stays where it is refused. */
export async function asDirectory<T, E>(
  app: App,
  { token, origin }: DirectoryCaller,
  run: (work: DirectoryWork) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  try {
    return await app.storage.write(async (tx) => {
      const provider = (await storedProviders(tx)).find(({ id }) => id === token.providerId);
      const about = { token, origin, scope: scopeOf(token), provider };
      const done = await run({ app, tx, actor: directoryActor(), ...about });
      if (!done.ok) throw new Refused(done.problem);
      return done;
    });
  } catch (error) {
    if (error instanceof Refused) return failed(error.refusal as E);
    throw error;
  }
}

/** Ends a transaction of which nothing is to stay. */
class Refused extends Error {
  override readonly name = "Refused";
  readonly refusal: unknown;
  constructor(refusal: unknown) {
    super("a directory's wish is refused");
    this.refusal = refusal;
  }
}

/** What is written of it in the audit log. */
export const auditedBy = ({ token, actor }: DirectoryWork) =>
  ({ login: actor.login, with: token.label }) as const;

/** Whether the directory still sees one. */
export const isSeen = (
  row: Pick<Provisioned, "isHidden" | "scope" | "kind"> | undefined,
  principal: Principal | undefined,
  of: Pick<Provisioned, "scope" | "kind">,
): boolean =>
  row !== undefined &&
  principal !== undefined &&
  row.scope === of.scope &&
  row.kind === of.kind &&
  !row.isHidden &&
  principal.status !== "deleted" &&
  !isRemoved(principal);

/** When it is changed now: later than it was changed before, so that its tag is another one. */
export const changedNow = ({ app }: Pick<DirectoryWork, "app">, { changedAt }: Provisioned): number =>
  Math.max(app.now(), changedAt + 1);
