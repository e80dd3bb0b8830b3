import type { OfferedProvider } from "./administration/identity-providers.ts";
import type { UTCDateTime } from "../jscalendar/types.ts";
import type { HealthCheck } from "./health.ts";

/** An Account (urn:snart:jmap) as administrators see it. */
export interface AccountRecord {
  readonly id: string;
  readonly login: string;
  /** logins that were theirs before, the newest first: devices may go on using them */
  readonly formerLogins: readonly string[];
  readonly name: string;
  readonly email: string;
  /** addresses that were theirs before, the newest first; administrators may give them up */
  readonly formerEmails: readonly string[];
  readonly isAdmin: boolean;
  readonly status: AccountStatus;
  /** when it came into its status; a deleted account can be brought back for the grace period from then */
  readonly statusSince: UTCDateTime;
  readonly createdAt: UTCDateTime;
}
export type AccountStatus = "invited" | "active" | "suspended" | "deleted";

/** A link by which somebody takes an account; only the answer that makes it holds it. */
export interface AccountLinkRecord {
  readonly url: string;
  readonly expiresAt: UTCDateTime;
  readonly isMailed: boolean;
}

/** A Group (urn:snart:jmap): a principal that owns calendars together. */
export interface GroupRecord {
  readonly id: string;
  readonly name: string;
  readonly status: "active" | "deleted";
  readonly statusSince: UTCDateTime;
  readonly members: Readonly<Record<string, GroupMemberRecord>>;
  readonly mayManage: boolean;
  readonly calendars: number;
  /** what the house calls it, if it is a household, which books as one; null: it is none */
  readonly householdLabel: string | null;
}
export interface GroupMemberRecord {
  readonly name: string;
  readonly email: string | null;
  readonly isManager: boolean;
  /** Somebody suspended stays a member, and does nothing meanwhile. */
  readonly isSuspended: boolean;
}

/** What proves who somebody is, without the secret. */
export interface CredentialRecord {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly createdAt: UTCDateTime;
  readonly lastUsedAt: UTCDateTime | null;
  /** what used it last, as it named itself */
  readonly lastUsedBy: string | null;
  /** what it reaches; null: everything that its owner may do with calendars */
  readonly scope: CredentialScope | null;
}

/** What a limited app password reaches: never more than its owner, no settings, and no administration. */
export interface CredentialScope {
  /** null: all calendars, also those to come */
  readonly calendarIds: readonly string[] | null;
  readonly mayWrite: boolean;
  /** the one kind of objects that it reaches; absent: all kinds */
  readonly component?: "VEVENT" | "VTODO" | undefined;
}

/** A passkey, without anything secret. */
export interface PasskeyRecord {
  readonly id: string;
  readonly label: string;
  readonly createdAt: UTCDateTime;
  readonly lastUsedAt: UTCDateTime | null;
  /** whether it is a key that is plugged in or held to the device */
  readonly isRoaming: boolean;
}

/** How somebody signs in (`SignInWays/get`). */
export interface SignInWaysRecord {
  readonly hasPassword: boolean;
  /** each opens the account alone; the oldest first */
  readonly passkeys: readonly PasskeyRecord[];
  /** codes of an app after the password; null: none are asked for */
  readonly secondStep: { readonly createdAt: UTCDateTime } | null;
  /** codes that work once each, for whoever has lost everything else; null: none were made */
  readonly recoveryCodes: {
    readonly left: number;
    readonly of: number;
    readonly createdAt: UTCDateTime;
  } | null;
  /** whether they have proved so lately who they are that nothing asks for a proof */
  readonly isProved: boolean;
  /** who they are at providers; each opens the account alone, the oldest first */
  readonly identities: readonly IdentityRecord[];
  /** the providers by which one may sign in, and that one may add */
  readonly providers: readonly OfferedProvider[];
}

/** Who somebody is at an OpenID provider. */
export interface IdentityRecord {
  readonly id: string;
  readonly providerId: string;
  /** the provider's name when it was added */
  readonly label: string;
  /** what they were called there when they last signed in; null: not known */
  readonly address: string | null;
  readonly createdAt: UTCDateTime;
  readonly lastUsedAt: UTCDateTime | null;
}

/** A browser that somebody is signed in with. */
export interface SignInRecord {
  readonly id: string;
  readonly createdAt: UTCDateTime;
  /** only the day is known */
  readonly lastUsedAt: UTCDateTime;
  /** when it ends if it is not used any more */
  readonly expiresAt: UTCDateTime;
  readonly userAgent: string | null;
  readonly isCurrent: boolean;
}

/** One entry of the audit log. */
export interface AuditEntryRecord {
  readonly id: string;
  readonly at: UTCDateTime;
  /** null: nobody has proved who they are */
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly action: string;
  /** what it was done to: an e-mail address as typed, a calendar's id, a device's label */
  readonly subject: string;
  readonly detail: Readonly<Record<string, string>>;
}

/**
 * What is wrong with the database: it doesn't answer, it is of another release, something of it could not be read, or its disk is full
 * or nearly so.
 */
export type StorageTrouble = "unavailable" | "other-schema" | "damaged" | "disk-full" | "disk-nearly-full";

/** How the server is (`Server/health`). */
export interface ServerHealth {
  readonly isOk: boolean;
  readonly database: "sqlite" | "postgres";
  readonly schemaVersion: number;
  readonly trouble: StorageTrouble | null;
  /** what the database says of itself; empty: nothing is wrong */
  readonly detail: string;
  /** what may still be written on the disk of the database; null: it is on no disk of the server, or not known */
  readonly freeBytes: number | null;
  /** messages that wait to be sent */
  readonly waiting: number;
  readonly sendsMail: boolean;
  /** the address of a proxy that sends `X-Forwarded-For` and is not trusted: all its clients count as one */
  readonly untrustedProxy: string | null;
  /** how many nights in a row no backup was made; null: this server makes none */
  readonly missedBackups: number | null;
  readonly people: number;
  readonly groups: number;
  /** everything that is watched, in the order in which it is shown */
  readonly checks: readonly HealthCheck[];
}
