import type { Millis, Modseq, PrincipalId } from "../records/ids.ts";
import type {
  AccountLink,
  Credential,
  CredentialData,
  CredentialKind,
  GroupMember,
  Photo,
  Principal,
  PrincipalKind,
  Provisioned,
  ProvisioningToken,
  Session,
  SignInStep,
} from "../records/people.ts";

export interface PrincipalReads {
  byId(id: PrincipalId): Promise<Principal | undefined>;
  /** In the order of the ids, each once; without those that are not there. */
  byIds(ids: readonly PrincipalId[]): Promise<readonly Principal[]>;
  /** Whose a login is, or was before. */
  byLogin(login: string): Promise<Principal | undefined>;
  /** Whose an address is, or was before. */
  byEmail(email: string): Promise<Principal | undefined>;
  list(kind?: PrincipalKind): Promise<readonly Principal[]>;
  count(): Promise<number>;
  /** Groups of which the principal is a direct member; no deleted ones. */
  groupsOf(id: PrincipalId): Promise<readonly PrincipalId[]>;
  /** In id order, whatever their status. */
  membersOf(groupId: PrincipalId): Promise<readonly GroupMember[]>;
  /** The account's newest modseq; 0 for a new one. */
  modseq(id: PrincipalId): Promise<Modseq>;
  /** The iCalendar text of the principal's availability (RFC 7953); undefined: none. */
  availability(id: PrincipalId): Promise<string | undefined>;
  photo(id: PrincipalId): Promise<Photo | undefined>;
}

type EmailAddresses = Pick<Principal, "email" | "formerEmails">;
type Logins = Pick<Principal, "login" | "formerLogins">;

export interface PrincipalWrites {
  /** @returns "duplicate" when its login or one of its addresses is taken. */
  insert(principal: Principal): Promise<"inserted" | "duplicate">;
  update(
    id: PrincipalId,
    fields: Partial<
      Omit<Principal, "id" | "createdAt" | "kind" | "photoId" | keyof EmailAddresses | keyof Logins>
    >,
  ): Promise<void>;
  /**
   * Gives a person other addresses; those that are not among them are free from then on.
   * @returns "duplicate" when the present one is somebody else's, also if only a former one; then nothing has changed
   */
  setAddresses(id: PrincipalId, addresses: EmailAddresses): Promise<"set" | "duplicate">;
  /** The same for the login: those that are not among the given ones are free from then on. */
  setLogins(id: PrincipalId, logins: Logins): Promise<"set" | "duplicate">;
  /** An existing member becomes a manager, or ceases to be one. */
  addMember(groupId: PrincipalId, memberId: PrincipalId, isManager?: boolean): Promise<void>;
  removeMember(groupId: PrincipalId, memberId: PrincipalId): Promise<void>;
  /** Sets the principal's availability; undefined removes it. */
  setAvailability(id: PrincipalId, icalendar: string | undefined): Promise<void>;
  /** Gives a person a photo, in place of the one that they had. */
  setPhoto(photo: Photo): Promise<void>;
  /** Takes a person's photo away, if there is one. */
  removePhoto(id: PrincipalId): Promise<void>;
}

export interface CredentialReads {
  ofPrincipal(principalId: PrincipalId, kind?: CredentialKind): Promise<readonly Credential[]>;
  /** The one of kind `oidc` with this one-way form, whosever it is. */
  ofIdentity(secretHash: string): Promise<Credential | undefined>;
}

export interface CredentialWrites {
  insert(credential: Credential): Promise<void>;
  /**
   * Inserts one of kind `oidc`, unless there is one with the same one-way form: of several at once one does.
   * @returns whether it was inserted
   */
  insertIdentity(credential: Credential): Promise<boolean>;
  update(
    id: string,
    fields: Partial<Pick<Credential, "label" | "secretHash" | "lastUsedAt" | "lastUsedBy">>,
  ): Promise<void>;
  /**
   * Replaces what a credential needs, unless it has changed since it was read: of several at once one does.
   * @returns whether it was replaced
   */
  replaceData(read: Credential, data: CredentialData): Promise<boolean>;
  /** @returns whether there was one */
  remove(principalId: PrincipalId, id: string): Promise<boolean>;
}

export interface SignInStepReads {
  /** Those that are over too: the caller, who has the clock, decides. */
  byTokenHash(tokenHash: string): Promise<SignInStep | undefined>;
}

export interface SignInStepWrites {
  /** Takes the place of the one with the same token, if there is one. */
  put(step: SignInStep): Promise<void>;
  /** Ends one. @returns whether there was one: of several at once, one hears so */
  remove(tokenHash: string): Promise<boolean>;
  removeOfPrincipal(principalId: PrincipalId): Promise<void>;
  removeExpired(now: Millis, limit: number): Promise<number>;
}

export interface SessionReads {
  byId(id: string): Promise<Session | undefined>;
  /** The session that has this token, or had it before the present one. */
  byTokenHash(tokenHash: string): Promise<Session | undefined>;
  ofPrincipal(principalId: PrincipalId): Promise<readonly Session[]>;
  /** Those that began with one session at an OpenID provider, whosever they are. */
  ofProviderSession(providerSession: string): Promise<readonly Session[]>;
}

export interface SessionWrites {
  insert(session: Session): Promise<void>;
  /**
   * Writes the given fields, unless its token has been renewed since it was read.
   * @returns whether they were written
   */
  update(read: Session, fields: Partial<Omit<Session, "id" | "principalId">>): Promise<boolean>;
  /** @returns whether there was one */
  remove(id: string): Promise<boolean>;
  /** Ends all of somebody's sessions, except one if given. */
  removeOfPrincipal(principalId: PrincipalId, exceptId?: string): Promise<void>;
  removeExpired(now: Millis, limit: number): Promise<number>;
}

export interface AccountLinkReads {
  byTokenHash(tokenHash: string): Promise<AccountLink | undefined>;
  /** Newest first. */
  ofPrincipal(principalId: PrincipalId): Promise<readonly AccountLink[]>;
}

export interface AccountLinkWrites {
  insert(link: AccountLink): Promise<void>;
  /** Those of one kind, or all. */
  removeOfPrincipal(principalId: PrincipalId, kind?: AccountLink["kind"]): Promise<void>;
  removeExpired(now: Millis, limit: number): Promise<number>;
}

export interface ProvisioningTokenReads {
  bySecretHash(secretHash: string): Promise<ProvisioningToken | undefined>;
  /** Oldest first. */
  list(): Promise<readonly ProvisioningToken[]>;
}

export interface ProvisioningTokenWrites {
  insert(token: ProvisioningToken): Promise<void>;
  setLastUsed(id: string, at: Millis): Promise<void>;
  setMailsPeople(id: string, mailsPeople: boolean): Promise<void>;
  /** @returns whether there was one */
  remove(id: string): Promise<boolean>;
  removeOfProvider(providerId: string): Promise<void>;
}

type ProvisionedKind = Pick<Provisioned, "scope" | "kind">;

/** What the directory has hidden is found, unless the contrary is said; what is deleted here is not listed. */
export interface ProvisionedReads {
  byId(id: PrincipalId): Promise<Provisioned | undefined>;
  byIds(ids: readonly PrincipalId[]): Promise<readonly Provisioned[]>;
  byName(of: ProvisionedKind, nameKey: string): Promise<Provisioned | undefined>;
  /** Several may have the same: in the order of ids. */
  byExternalId(of: ProvisionedKind, externalId: string): Promise<readonly Provisioned[]>;
  /** How many there are that are neither hidden nor deleted. */
  count(of: ProvisionedKind): Promise<number>;
  /** Some of these, in the order of ids. @param after an id; empty: from the beginning */
  page(
    of: ProvisionedKind,
    at: { readonly after: string; readonly offset: number; readonly limit: number },
  ): Promise<readonly Provisioned[]>;
}

export interface ProvisionedWrites {
  /** Of several at once with one name in a scope, one is stored. @returns whether it was */
  insert(one: Provisioned): Promise<boolean>;
  /** @returns false where another one in its scope has the name; then nothing has changed */
  update(id: PrincipalId, fields: Partial<Omit<Provisioned, "principalId" | "kind">>): Promise<boolean>;
  remove(id: PrincipalId): Promise<void>;
}
