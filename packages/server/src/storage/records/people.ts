import type { Preferences } from "@snart/calendar/jmap/profile.ts";
import type { CalendarId, Millis, PrincipalId } from "./ids.ts";

// Principals: people, groups and bookable things; each is the account that owns its calendars.

export type PrincipalKind = "person" | "group" | "bookable";

export type PrincipalStatus = "invited" | "active" | "suspended" | "deleted";

/** The room that an account's calendar objects and their former texts take. */
export interface AccountUsage {
  readonly objects: number;
  readonly bytes: number;
  /** Bytes of former texts, of deleted objects as well: at most so many. What is forgotten by its age is not taken off. */
  readonly formerBytes: number;
}

export interface Principal {
  readonly id: PrincipalId;
  readonly kind: PrincipalKind;
  /** The name in URLs and for Basic sign-in; lower case, unique. */
  readonly login: string;
  /** The logins that a person had before, the newest first: still theirs, as devices have them, and nobody else's. */
  readonly formerLogins: readonly string[];
  readonly displayName: string;
  /** Lower case, unique among people; null for things without mail. */
  readonly email: string | null;
  /** The addresses that a person had before, the newest first: still theirs, and nobody else's. */
  readonly formerEmails: readonly string[];
  readonly status: PrincipalStatus;
  readonly isAdmin: boolean;
  readonly preferences: Preferences;
  readonly createdAt: Millis;
  /** When its status began; absent: at its creation. */
  readonly statusSince?: Millis;
  /** Of the person's photo; absent: they have none. */
  readonly photoId?: string;
}

/** How a person looks, at most one each. */
export interface Photo {
  readonly principalId: PrincipalId;
  /** SHA-256 of its bytes, base64url: another photo has another id, so that one may be kept for ever. */
  readonly id: string;
  readonly type: "image/jpeg" | "image/png";
  /** The picture as it was uploaded. */
  readonly content: Uint8Array;
}

/** A member of a group; managers change the members. */
export interface GroupMember {
  readonly groupId: PrincipalId;
  readonly memberId: PrincipalId;
  readonly isManager: boolean;
}

/** Whose a login is: a principal's present one, or one that they had before. */
export interface OwnedLogin {
  readonly login: string;
  readonly principalId: PrincipalId;
}

/** Whose an e-mail address is: a person's present one, or one that they had before. */
export interface OwnedAddress {
  readonly email: string;
  readonly principalId: PrincipalId;
}

/** A secret link by which a person creates their account, chooses a new password or proves a new address; it works once. */
export interface AccountLink {
  /** SHA-256 of the link's token. */
  readonly tokenHash: string;
  readonly principalId: PrincipalId;
  readonly kind: "invitation" | "reset" | "device" | "restore" | "address";
  /** The address that it proves; null: it proves none. */
  readonly email: string | null;
  readonly createdAt: Millis;
  readonly expiresAt: Millis;
}

// Provisioning: a directory of an organisation keeps accounts and groups here (SCIM, RFC 7643 and 7644).

/** A secret by which a directory may keep accounts and groups. */
export interface ProvisioningToken {
  readonly id: string;
  /** What administrators call it. */
  readonly label: string;
  /** The identity provider by which its people sign in; null: none. */
  readonly providerId: string | null;
  /** SHA-256 of the secret. */
  readonly secretHash: string;
  /** Whether people hear by mail of the accounts that it makes. */
  readonly mailsPeople: boolean;
  readonly createdAt: Millis;
  /** To the hour; null: never. */
  readonly lastUsedAt: Millis | null;
}

/** A person or a group that a directory keeps. */
export interface Provisioned {
  readonly principalId: PrincipalId;
  readonly kind: "person" | "group";
  /** Whose it is: the id of the identity provider; empty: that of tokens without one. No scope sees another's. */
  readonly scope: string;
  /** What is unique in a scope: `userName` in lower case; of a group its `externalId`, else its name. */
  readonly nameKey: string;
  /** The directory's own id of it. */
  readonly externalId: string | null;
  /** Whether the directory wants it active; an administrator may have suspended the account all the same. */
  readonly isActive: boolean;
  /** The directory has deleted it: it does not see it any more, and the account is closed. */
  readonly isHidden: boolean;
  /** What the directory has said of it, by the names of RFC 7643. */
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly createdAt: Millis;
  /** By its directory; later each time. */
  readonly changedAt: Millis;
}

// Credentials: the means of proving an identity.

export type CredentialKind = "password" | "app-password" | "passkey" | "oidc" | "totp" | "recovery";

/** What a credential needs beside its one-way form. */
export type CredentialData = TotpData | RecoveryData | PasskeyData | AppPasswordData | OidcData;

/** A second step by the codes of an app (RFC 6238). */
export interface TotpData {
  readonly kind: "totp";
  /** The key that server and app share, base32: codes cannot be computed from a one-way form. */
  readonly secret: string;
  /** The step of the last code that was accepted: no code up to it is accepted again (RFC 6238 §5.2). */
  readonly lastStep: number;
}

/** What an app password reaches; one without reaches all calendars of its owner. */
export interface AppPasswordData {
  readonly kind: "app-password";
  readonly scope: AppPasswordScope;
}
export interface AppPasswordScope {
  /** The calendars that it reaches; null: all, also those to come. */
  readonly calendarIds: readonly CalendarId[] | null;
  readonly mayWrite: boolean;
  /** The one kind of objects that it reaches; absent: all kinds. */
  readonly component?: "VEVENT" | "VTODO" | undefined;
}

/** A passkey (WebAuthn): the id of its credential is the `secretHash`, which is no secret. */
export interface PasskeyData {
  readonly kind: "passkey";
  /** COSE, base64url. */
  readonly publicKey: string;
  /** How often it says it was used; it stays 0 for one that is on several devices. */
  readonly counter: number;
  /** How browsers reach it. */
  readonly transports: readonly string[];
}

/** Somebody at an OpenID provider; the `secretHash` is the one-way form of issuer and subject, which is no secret. */
export interface OidcData {
  readonly kind: "oidc";
  readonly providerId: string;
  readonly issuer: string;
  /** Who they are there, for ever (OpenID Connect Core §2, `sub`). */
  readonly subject: string;
  /** What they are called there, as they last came: for their owner to tell several apart, and for nothing else. Absent: not known. */
  readonly address?: string;
}

/** Codes for whoever has lost everything else; each works once. */
export interface RecoveryData {
  readonly kind: "recovery";
  /** One-way forms of those that have not been used. */
  readonly codes: readonly string[];
  /** How many there were. */
  readonly of: number;
}

export interface Credential {
  readonly id: string;
  readonly principalId: PrincipalId;
  readonly kind: CredentialKind;
  /** The person's own name for it ("Elin's phone"). */
  readonly label: string;
  /** PHC string or another one-way form; never the secret. Empty where `data` has everything. */
  readonly secretHash: string;
  readonly createdAt: Millis;
  readonly lastUsedAt: Millis | null;
  /** The last client, from the User-Agent. */
  readonly lastUsedBy: string | null;
  readonly data: CredentialData | null;
}

/** A way of signing in that has been begun in one browser or session, and not ended yet; it ends once. */
export interface SignInStep {
  /** SHA-256 of the token in the browser's cookie, or of what names the session. */
  readonly tokenHash: string;
  readonly kind: "second-step" | "totp-set-up" | "passkey-set-up" | "passkey" | "proof" | "oidc";
  /** Whose it is; null: that is not known yet. */
  readonly principalId: PrincipalId | null;
  /** What its end is checked against. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt: Millis;
  readonly expiresAt: Millis;
}

export interface Session {
  /** Stays the same while its token changes. */
  readonly id: string;
  /** SHA-256 of the cookie's token. */
  readonly tokenHash: string;
  /** That of the token before this one; null: there was none. */
  readonly formerTokenHash: string | null;
  /** Until when the former token is accepted; null: until the present one is used, since its answer may have been lost. */
  readonly formerEndsAt: Millis | null;
  /** When the present token was made. */
  readonly renewedAt: Millis;
  readonly principalId: PrincipalId;
  readonly createdAt: Millis;
  readonly expiresAt: Millis;
  readonly userAgent: string | null;
  /** When its person last proved who they are, by signing in or since. */
  readonly provedAt: Millis;
  /** The OpenID provider that they signed in by; absent: none. */
  readonly providerId?: string;
  /** One-way form of the provider's issuer and its own session (`sid`); absent: it names none. */
  readonly providerSession?: string;
  /** The provider's token, by which it knows who signs out there (OpenID Connect RP-Initiated Logout §2); absent: none, or too long. */
  readonly idToken?: string;
}

/** What has been counted for one key, in a window that began with the first. */
export interface AttemptCount {
  /** A one-way form of what is counted, such as an account with an address. */
  readonly key: string;
  /** How many have been counted in the window. */
  readonly taken: number;
  /** Nothing counts any more from here on. */
  readonly endsAt: Millis;
}

/** A place from which a person has proved who they are. */
export interface KnownPlace {
  readonly principalId: PrincipalId;
  /** A one-way form. */
  readonly place: string;
  /** To the day. */
  readonly seenAt: Millis;
}

/** The parts of a principal's addresses. */
export type Addressed = Pick<Principal, "id" | "login" | "formerLogins" | "email" | "formerEmails">;
