import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { MINUTE } from "@snart/calendar/time/instant.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { Principal, Session, SignInStep } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App, ProvedIdentity, ProviderFailure } from "../app.ts";
import { recordAudit, recordRepeated } from "../audit.ts";
import type { Problem } from "../problems.ts";
import { rememberPlace } from "../sign-in/known-places.ts";
import { noteProof, proofProblem } from "../sign-in/proof.ts";
import { hashOfToken, newSession, type SignedIn } from "../sign-in/sessions.ts";
import { accountOfIdentity, addIdentity } from "./account-of-identity.ts";
import type { AtProvider } from "./begin-at-provider.ts";
import { followGroups } from "./groups-of-identity.ts";
import { hashOfIdentity, openProvider, type StoredProvider } from "../sign-in/stored-providers.ts";

/** How far a provider's clock may be behind ours. */
const CLOCK_TOLERANCE = MINUTE;
/** A longer token is not kept: the provider then asks who signs out. */
const LONGEST_ID_TOKEN = 8_000;

const PROBLEMS = {
  unavailable: "provider-unavailable",
  refused: "provider-refused",
  wrong: "provider-answer-wrong",
} as const satisfies Record<ProviderFailure, Problem["code"]>;

/** What comes from the browser that comes back. */
interface Return {
  /** From its cookie; undefined: it has none. */
  readonly token: string | undefined;
  /** The provider whose address it came to. */
  readonly providerId: string;
  /** Of that address. */
  readonly search: string;
  /** Who is signed in there. */
  readonly actor: Actor | undefined;
  readonly address: string;
  readonly userAgent: string | null;
}

/** What became of it, and the page that opens now. */
export interface Returned {
  readonly returnTo: string;
  /** undefined: nobody has just come in; the session that was there goes on */
  readonly outcome: Result<SignedIn | undefined, Problem>;
}

/**
 * Ends an errand at a provider, in the browser in which it began, once.
 * @returns `sign-in-over`, `provider-unavailable`, `provider-refused`, `provider-answer-wrong`, `no-account-here`, `account-suspended`,
 * `identity-taken`, `proof-not-new`
 */
export async function endAtProvider(app: App, back: Return): Promise<Returned> {
  const tokenHash = back.token === undefined ? "" : hashOfToken(back.token);
  const step = await app.storage.write(async (tx) => {
    const found = await tx.signInSteps.byTokenHash(tokenHash);
    return found?.kind === "oidc" && (await tx.signInSteps.remove(tokenHash)) ? found : undefined;
  }, "half");
  const begun = step?.data as AtProvider | undefined;
  const returnTo = begun?.returnTo ?? "/";
  if (!step || !begun || step.expiresAt <= app.now() || begun.providerId !== back.providerId)
    return { returnTo, outcome: failed({ code: "sign-in-over" }) };
  return { returnTo, outcome: await ended(app, back, { step, begun }) };
}

async function ended(
  app: App,
  back: Return,
  { step, begun }: { readonly step: SignInStep; readonly begun: AtProvider },
): Promise<Result<SignedIn | undefined, Problem>> {
  const provider = await app.storage.read((tx) => openProvider(tx, begun.providerId));
  // It was removed or switched off meanwhile.
  if (!provider) return failed({ code: "sign-in-over" });
  const identity = await app.openid.identityOf(provider, back.search, begun);
  if (typeof identity === "string") return refuse(app, back, provider, { code: PROBLEMS[identity] });
  if (begun.errand === "sign-in") return signIn(app, back, { provider, identity, begun });
  const { actor } = back;
  if (!actor || actor.proof !== begun.sessionId) return failed({ code: "sign-in-over" });
  const done =
    begun.errand === "link"
      ? await link(app, actor, provider, identity)
      : await prove(app, actor, identity, step.createdAt);
  return done.ok ? done : refuse(app, back, provider, done.problem, identity);
}

interface Arrival {
  readonly provider: StoredProvider;
  readonly identity: ProvedIdentity;
  readonly begun: AtProvider;
}

async function signIn(app: App, back: Return, arrival: Arrival): Promise<Result<SignedIn, Problem>> {
  const { provider, identity, begun } = arrival;
  const { address, userAgent } = back;
  const work = async (tx: WriteTransaction): Promise<Result<SignedIn, Problem>> => {
    const found = await accountOfIdentity(app, tx, provider, identity, begun.chosen);
    if (!found.ok) return found;
    const person = found.value;
    const { session, ...signedIn } = newSession(app, person, userAgent);
    await followGroups(app, tx, { person, actor: signedIn.actor }, provider, identity.groups);
    await tx.sessions.insert({ ...session, ...sessionOf(app, provider, identity) });
    const detail = { address, userAgent: userAgent ?? "", with: provider.name };
    await recordAudit(app, tx, { actorId: person.id, action: "sign-in", subject: person.login, detail });
    return ok(signedIn);
  };
  const first = await app.storage.write(work);
  // Two who come for the first time at once: for the second the account is there now.
  const isTwin = !first.ok && first.problem.code === "duplicate-email";
  const entered = isTwin ? await app.storage.write(work) : first;
  if (!entered.ok) return refuse(app, back, provider, entered.problem, identity);
  rememberPlace(app, { principalId: entered.value.actor.principalId, place: `address:${address}` });
  return entered;
}

/** What a session keeps of the provider's. It was proved when the provider last asked who they are, which may be long ago. */
function sessionOf(
  app: App,
  { id: providerId }: StoredProvider,
  { issuer, session, idToken, authenticatedAt }: ProvedIdentity,
): Partial<Session> {
  return {
    providerId,
    ...(session !== undefined && { providerSession: hashOfIdentity(issuer, session) }),
    ...(idToken.length <= LONGEST_ID_TOKEN && { idToken }),
    provedAt: Math.min(app.now(), authenticatedAt ?? app.now()),
  };
}

function link(
  app: App,
  actor: Actor,
  provider: StoredProvider,
  identity: ProvedIdentity,
): Promise<Result<undefined, Problem>> {
  return app.storage.write(async (tx) => {
    const problem = await proofProblem(app, tx, actor);
    if (problem) return failed(problem);
    const known = await tx.credentials.ofIdentity(hashOfIdentity(identity.issuer, identity.subject));
    if (known?.principalId === actor.principalId) return ok(undefined);
    const person = await tx.principals.byId(actor.principalId);
    if (known || !person || !(await addIdentity(app, tx, provider, identity, person)))
      return failed({ code: "identity-taken" });
    return ok(undefined);
  });
}

/** @param since when they were sent to be asked anew */
async function prove(
  app: App,
  actor: Actor,
  { issuer, subject, authenticatedAt }: ProvedIdentity,
  since: number,
): Promise<Result<undefined, Problem>> {
  const known = await app.storage.read((tx) => tx.credentials.ofIdentity(hashOfIdentity(issuer, subject)));
  if (known?.principalId !== actor.principalId) return failed({ code: "provider-answer-wrong" });
  if (authenticatedAt === undefined || authenticatedAt < since - CLOCK_TOLERANCE)
    return failed({ code: "proof-not-new" });
  await noteProof(app, actor);
  return ok(undefined);
}

/** Notes a failure, so that an administrator sees why somebody cannot come in. */
async function refuse(
  app: App,
  { address, userAgent }: Return,
  { name }: StoredProvider,
  problem: Problem,
  identity?: ProvedIdentity,
): Promise<Result<never, Problem>> {
  const detail = { address, userAgent: userAgent ?? "", with: name, why: problem.code };
  const subject = identity?.email ?? identity?.subject ?? "";
  const actorId: Principal["id"] | null = null;
  await app.storage.write((tx) =>
    recordRepeated(app, tx, { actorId, action: "sign-in-failed", subject, detail }),
  );
  return failed(problem);
}
