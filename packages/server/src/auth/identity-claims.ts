import type { ProvedIdentity } from "../app/app.ts";

/** Groups beyond so many are not looked at. */
const MOST_GROUPS = 5_000;
const LONGEST = 1_000;

interface Proved {
  readonly issuer: string;
  readonly subject: string;
  readonly idToken: string;
  readonly groupsClaim: string;
}

/** Reads what a provider says about somebody; whatever has another form than it should is as if it were not there. */
export function identityIn(
  claims: Readonly<Record<string, unknown>>,
  { groupsClaim, ...proved }: Proved,
): ProvedIdentity {
  const text = (name: string): string | undefined => {
    const value = claims[name];
    return typeof value === "string" && value !== "" && value.length <= LONGEST ? value : undefined;
  };
  const { email_verified: verified, auth_time: at } = claims;
  return {
    ...proved,
    session: text("sid"),
    email: text("email")?.toLowerCase(),
    // Some write it as a text.
    isEmailProved: verified === undefined ? undefined : verified === true || verified === "true",
    name: text("name") ?? text("preferred_username"),
    groups: groupsIn(claims, groupsClaim),
    authenticatedAt: typeof at === "number" && Number.isFinite(at) ? at * 1_000 : undefined,
  };
}

/**
 * What a token says about somebody, and for the rest what the provider answers to a question about them. An address is proved only by who
 * says it: the answer's word about its own address is none about the token's.
 */
export function claimsTogether(
  token: Readonly<Record<string, unknown>>,
  answer: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { email, email_verified: verified } = token["email"] === undefined ? answer : token;
  return { ...answer, ...token, email, email_verified: verified };
}

function groupsIn(claims: Readonly<Record<string, unknown>>, name: string): readonly string[] | undefined {
  const value = claims[name];
  if (Array.isArray(value))
    return value.slice(0, MOST_GROUPS).filter((one): one is string => typeof one === "string");
  if (typeof value === "string") return [value];
  // Somebody in very many groups: the provider says where to ask for them (OpenID Connect Core §5.6.2).
  const elsewhere = claims["_claim_names"];
  return typeof elsewhere === "object" && elsewhere !== null && Object.hasOwn(elsewhere, name)
    ? undefined
    : [];
}
