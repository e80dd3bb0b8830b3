/** An OpenID provider by which people sign in, as administrators set it. */
export interface IdentityProvider {
  readonly id: string;
  /** What its button says. */
  readonly name: string;
  /** Its issuer identifier (OpenID Connect Discovery §3): what it is asked of begins with it. */
  readonly issuer: string;
  /** Who this server is there. */
  readonly clientId: string;
  /** Whether people may sign in by it. */
  readonly isOn: boolean;
  /** Whether somebody whom it vouches for gets an account, where there is none. */
  readonly makesAccounts: boolean;
  /** Whether it opens accounts that were made here, by the address that it has proved. */
  readonly linksByEmail: boolean;
  /** Whether its addresses count as proved though it does not say so (`email_verified` is missing). */
  readonly isEmailTrusted: boolean;
  /** Domains (`example.org`) and addresses that it may make or open accounts for; none: all that it vouches for. */
  readonly allowed: readonly string[];
  /** The claim that lists groups. */
  readonly groupsClaim: string;
  /** Who has one of these in that claim belongs to the group, and others do not. */
  readonly groups: readonly ProvidedGroup[];
  /** Whether signing out here signs out there too. */
  readonly endsItsSession: boolean;
}

/** A group of the provider, and the one here that follows it. */
export interface ProvidedGroup {
  readonly claim: string;
  readonly groupId: string;
}

/** The same with what the provider has to know of this server. */
export interface IdentityProviderRecord extends IdentityProvider {
  readonly hasSecret: boolean;
  /** Where people come back to. */
  readonly redirectUri: string;
  /** Where people come back to after signing out there. */
  readonly signedOutUri: string;
  /** Where it tells that somebody has signed out there (OpenID Connect Back-Channel Logout). */
  readonly backChannelUri: string;
}

/** A provider as the sign-in page offers it. */
export interface OfferedProvider {
  readonly id: string;
  readonly name: string;
  /** The host of its issuer. */
  readonly host: string;
}

/** Every code that a page may be opened with (`?refused=CODE`) after a way to a provider that led nowhere. */
export const REFUSALS = [
  "sign-in-over",
  "provider-unavailable",
  "provider-refused",
  "provider-answer-wrong",
  "no-account-here",
  "account-suspended",
  "identity-taken",
  "proof-not-new",
  "proof-needed",
  "internal",
] as const;

export type Refusal = (typeof REFUSALS)[number];

/** The code that a page's address names; undefined: none of these. */
export const refusalOf = (code: string | null): Refusal | undefined =>
  REFUSALS.find((known) => known === code);

/** More than any organisation has, and all of them are buttons on one page. */
export const MOST_PROVIDERS = 12;

/** What an administrator gives (`IdentityProvider/save`); what is absent stays as it is. */
export type ProviderChange = Partial<Omit<IdentityProvider, "id">> & {
  /** Absent: a new one. */
  readonly id?: string | undefined;
  /** null: the provider asks for none */
  readonly clientSecret?: string | null;
};

/** What is heard of a provider that is asked whether it is one (`IdentityProvider/check`). */
export type ProviderCheck = "ok" | "unavailable" | "refused" | "wrong";
