import type * as Jose from "jose";
import type * as Openid from "openid-client";
import type {
  OpenidGateway,
  ProvedIdentity,
  ProviderAccess,
  ProviderFailure,
  ProviderQuestion,
} from "../app/app.ts";
import { boundedFetch, isSafeAddress } from "./bounded-fetch.ts";
import { claimsTogether, identityIn } from "./identity-claims.ts";

/** How long what a provider says of itself is believed. */
const KEPT_MS = 3_600_000;
/** More providers than any server has. */
const MOST_KEPT = 50;
const TIMEOUT_SECONDS = 10;
const CLOCK_TOLERANCE_SECONDS = 60;
/** A provider tells at once that somebody has signed out; later it is a copy. */
const OLDEST_WORD_SECONDS = 300;
/** Signatures that only the provider can make: none with a secret that we have too, and never `none`. */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];
const SIGNED_OUT = "http://schemas.openid.net/event/backchannel-logout";

/** A provider as it describes itself, and its keys. */
interface Known {
  readonly config: Openid.Configuration;
  /** Asked for anew whenever a token names a key that is not known: the provider has changed its keys. */
  readonly keys: Jose.JWTVerifyGetKey;
  /** For tokens that anybody can send: asked for anew at most every half a minute. */
  readonly keysForStrangers: Jose.JWTVerifyGetKey;
}

const libraries = async (): Promise<{ openid: typeof Openid; jose: typeof Jose }> => ({
  openid: await import("openid-client"),
  jose: await import("jose"),
});

/** OpenID providers over the network. The libraries are loaded with the first provider. */
export function openidGateway(): OpenidGateway {
  const kept = new Map<string, { readonly until: number; readonly known: Promise<Known> }>();
  /** What it says of itself, from its first answer on for an hour; a failure is not kept. */
  const known = (provider: ProviderAccess): Promise<Known> => {
    const key = JSON.stringify([provider.issuer, provider.clientId, provider.clientSecret]);
    const before = kept.get(key);
    if (before && before.until > performance.now()) return before.known;
    const asked = discover(provider);
    kept.delete(key);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, { until: performance.now() + KEPT_MS, known: asked });
    asked.catch(() => kept.delete(key));
    return asked;
  };
  return {
    authorizationUrl: (provider, question) =>
      orFailure(async () => ({ url: await authorizationUrl(await known(provider), question) })),
    identityOf: (provider, search, question) =>
      orFailure(async () => identityOf(await known(provider), provider, search, question)),
    async signOutUrl(provider, out) {
      const url = await orFailure(async () => signOutUrl(await known(provider), out));
      return isSafeAddress(url) ? url : undefined;
    },
    signedOutBy: async (provider, token) =>
      signedOutBy(await known(provider), provider, token).catch(() => undefined),
    // Anew, whatever is believed of it still.
    check: (provider) => orFailure(async () => (await discover(provider)) && ("ok" as const)),
  };
}

async function discover({ issuer, clientId, clientSecret }: ProviderAccess): Promise<Known> {
  const { openid, jose } = await libraries();
  if (!isSafeAddress(issuer)) throw new TypeError("an issuer is reached by https");
  const isHere = issuer.startsWith("http:");
  const found = await openid.discovery(new URL(issuer), clientId, undefined, openid.None(), {
    timeout: TIMEOUT_SECONDS,
    [openid.customFetch]: boundedFetch,
    execute: isHere ? [openid.allowInsecureRequests] : [],
  });
  const about = found.serverMetadata();
  const methods = about.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const byPost = !methods.includes("client_secret_basic") && methods.includes("client_secret_post");
  const secret = clientSecret ?? "";
  const proof =
    clientSecret === null
      ? openid.None()
      : byPost
        ? openid.ClientSecretPost(secret)
        : openid.ClientSecretBasic(secret);
  const config = new openid.Configuration(about, clientId, {}, proof);
  config.timeout = TIMEOUT_SECONDS;
  config[openid.customFetch] = boundedFetch;
  if (isHere) openid.allowInsecureRequests(config);
  if (!isSafeAddress(about.jwks_uri)) throw new TypeError("a provider has keys");
  const url = new URL(about.jwks_uri);
  const ways = { timeoutDuration: TIMEOUT_SECONDS * 1_000, [jose.customFetch]: boundedFetch };
  return {
    config,
    keys: jose.createRemoteJWKSet(url, { ...ways, cooldownDuration: 0 }),
    keysForStrangers: jose.createRemoteJWKSet(url, ways),
  };
}

async function authorizationUrl(
  { config }: Known,
  { asksAnew, redirectUri, state, nonce, verifier }: ProviderQuestion & { readonly asksAnew: boolean },
): Promise<string> {
  const { openid } = await libraries();
  const scopes = config.serverMetadata().scopes_supported ?? [];
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: ["openid", "email", "profile", ...(scopes.includes("groups") ? ["groups"] : [])].join(" "),
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(asksAnew && { prompt: "login", max_age: "0" }),
  });
  if (!isSafeAddress(url.href)) throw new TypeError("people sign in by https");
  return url.href;
}

/**
 * Checks state, issuer (RFC 9207), nonce, audience, times and, though the token comes from the provider itself, its signature (OpenID
 * Connect Core §3.1.3.7).
 */
async function identityOf(
  { config, keys }: Known,
  { clientId, groupsClaim }: ProviderAccess & { readonly groupsClaim: string },
  search: string,
  { redirectUri, state, nonce, verifier }: ProviderQuestion,
): Promise<ProvedIdentity> {
  const { openid, jose } = await libraries();
  const answer = new URL(redirectUri);
  answer.search = search;
  const tokens = await openid.authorizationCodeGrant(config, answer, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const { issuer, userinfo_endpoint: more } = config.serverMetadata();
  const idToken = tokens.id_token ?? "";
  const { payload } = await jose.jwtVerify(idToken, keys, {
    issuer,
    audience: clientId,
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    requiredClaims: ["sub", "iat", "exp"],
  });
  const subject = payload.sub ?? "";
  const lacks =
    payload["email"] === undefined || payload[groupsClaim] === undefined || payload["name"] === undefined;
  const others =
    lacks && more !== undefined
      ? await openid.fetchUserInfo(config, tokens.access_token, subject).catch(() => ({}))
      : {};
  return identityIn(claimsTogether(payload, others), { issuer, subject, idToken, groupsClaim });
}

async function signOutUrl(
  { config }: Known,
  { idToken, returnTo }: { readonly idToken: string | undefined; readonly returnTo: string },
): Promise<string> {
  const { openid } = await libraries();
  if (config.serverMetadata().end_session_endpoint === undefined) return "";
  const hint = idToken === undefined ? {} : { id_token_hint: idToken };
  return openid.buildEndSessionUrl(config, { post_logout_redirect_uri: returnTo, ...hint }).href;
}

/** @throws if the token is not one by which the provider says so */
async function signedOutBy({ config, keysForStrangers }: Known, { clientId }: ProviderAccess, token: string) {
  const { jose } = await libraries();
  const { payload, protectedHeader } = await jose.jwtVerify(token, keysForStrangers, {
    issuer: config.serverMetadata().issuer,
    audience: clientId,
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    maxTokenAge: OLDEST_WORD_SECONDS,
    requiredClaims: ["iat", "jti", "events"],
  });
  const events = payload["events"] as Readonly<Record<string, unknown>> | null;
  const kind = (protectedHeader.typ ?? "logout+jwt").toLowerCase();
  const isWord = typeof events === "object" && events !== null && typeof events[SIGNED_OUT] === "object";
  if (!isWord || payload["nonce"] !== undefined || (kind !== "logout+jwt" && kind !== "jwt"))
    return undefined;
  const session = typeof payload["sid"] === "string" ? payload["sid"] : undefined;
  if (session === undefined && payload.sub === undefined) return undefined;
  return { subject: payload.sub, session, at: (payload.iat ?? 0) * 1_000 };
}

/** What became of it, where the provider failed. */
async function orFailure<T>(ask: () => Promise<T>): Promise<T | ProviderFailure> {
  try {
    return await ask();
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): ProviderFailure {
  const { name, code, status, cause } = (error ?? {}) as Record<
    "name" | "code" | "status" | "cause",
    unknown
  >;
  if (name === "AuthorizationResponseError") return "refused";
  if (
    name === "TimeoutError" ||
    name === "AbortError" ||
    code === "OAUTH_TIMEOUT" ||
    code === "ERR_JWKS_TIMEOUT"
  )
    return "unavailable";
  // What `fetch` throws when nobody is there.
  if (error instanceof TypeError && error.message === "fetch failed") return "unavailable";
  if (typeof status === "number" && status >= 500) return "unavailable";
  if (code === "OAUTH_RESPONSE_IS_NOT_CONFORM" || code === "OAUTH_RESPONSE_IS_NOT_JSON") {
    const answered = cause instanceof Response ? cause.status : 0;
    return answered >= 500 || answered === 404 ? "unavailable" : "wrong";
  }
  return cause === undefined || cause === error || !(cause instanceof Error) ? "wrong" : failureOf(cause);
}
