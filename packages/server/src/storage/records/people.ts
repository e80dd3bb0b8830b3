import type { Preferences } from "@snart/calendar/jmap/profile.ts";
import type { Millis, PrincipalId } from "./ids.ts";

// Principals: people, groups and bookable things; each is the account that owns its calendars.

export type PrincipalKind = "person" | "group" | "bookable";

export type PrincipalStatus = "invited" | "active" | "suspended" | "deleted";

/** The room that an account's calendar objects take. */
export interface AccountUsage {
  readonly objects: number;
  readonly bytes: number;
}

export interface Principal {
  readonly id: PrincipalId;
  readonly kind: PrincipalKind;
  /** The name in URLs and for Basic sign-in; lower case, unique. */
  readonly login: string;
  readonly displayName: string;
  /** Lower case, unique among people; null for things without mail. */
  readonly email: string | null;
  readonly status: PrincipalStatus;
  readonly isAdmin: boolean;
  readonly preferences: Preferences;
  readonly createdAt: Millis;
  /** When its status began; absent: at its creation. */
  readonly statusSince?: Millis;
}

/** A member of a group; managers change the members. */
export interface GroupMember {
  readonly groupId: PrincipalId;
  readonly memberId: PrincipalId;
  readonly isManager: boolean;
}

/** A secret link by which a person creates their account, or chooses a new password; it works once. */
export interface AccountLink {
  /** SHA-256 of the link's token. */
  readonly tokenHash: string;
  readonly principalId: PrincipalId;
  readonly kind: "invitation" | "reset" | "device" | "restore";
  readonly createdAt: Millis;
  readonly expiresAt: Millis;
}

// Credentials: the means of proving an identity.

export type CredentialKind = "password" | "app-password" | "passkey" | "oidc" | "totp";

export interface Credential {
  readonly id: string;
  readonly principalId: PrincipalId;
  readonly kind: CredentialKind;
  /** The person's own name for it ("Elin's phone"). */
  readonly label: string;
  /** PHC string or another one-way form; never the secret. */
  readonly secretHash: string;
  readonly createdAt: Millis;
  readonly lastUsedAt: Millis | null;
  /** The last client, from the User-Agent. */
  readonly lastUsedBy: string | null;
}

export interface Session {
  /** SHA-256 of the cookie's token. */
  readonly tokenHash: string;
  readonly principalId: PrincipalId;
  readonly createdAt: Millis;
  readonly expiresAt: Millis;
  readonly userAgent: string | null;
}

/** The parts of a principal's addresses. */
export type Addressed = Pick<Principal, "id" | "login" | "email">;
