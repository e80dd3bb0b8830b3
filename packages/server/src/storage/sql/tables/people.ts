import type { Generated } from "kysely";
import type { CollectionPush, HomePush, PushSubscription } from "../../records/notifications.ts";
import type {
  AccountLink,
  AttemptCount,
  Credential,
  GroupMember,
  KnownPlace,
  OwnedAddress,
  OwnedLogin,
  Photo,
  Principal,
  Provisioned,
  ProvisioningToken,
  Session,
  SignInStep,
} from "../../records/people.ts";
import { columnsOf, type RowOf } from "../columns.ts";

// People, groups and their sign-ins.

export const principal = columnsOf<Principal>()({
  id: "plain",
  kind: "plain",
  login: "plain",
  formerLogins: "json",
  displayName: "plain",
  email: "plain",
  formerEmails: "json",
  status: "plain",
  isAdmin: "flag",
  preferences: "json",
  createdAt: "plain",
  statusSince: "plain",
  photoId: "plainOrAbsent",
});
export type PrincipalTable = RowOf<typeof principal> & {
  /** The newest modseq of the principal's account. */
  modseq: number;
  /** Changes up to here may have been forgotten: a client with an older state must start over. */
  forgotten_modseq: number;
  /** The objects of the account, their bytes, and those of former texts. */
  object_count: Generated<number>;
  object_bytes: Generated<number>;
  former_bytes: Generated<number>;
};

export const photo = columnsOf<Photo>()({
  principalId: "plain",
  id: "plain",
  type: "plain",
  content: "plain",
});

export const ownedAddress = columnsOf<OwnedAddress>()({
  email: "plain",
  principalId: "plain",
});

export const ownedLogin = columnsOf<OwnedLogin>()({
  login: "plain",
  principalId: "plain",
});

export const groupMember = columnsOf<GroupMember>()({
  groupId: "plain",
  memberId: "plain",
  isManager: "flag",
});

export const credential = columnsOf<Credential>()({
  id: "plain",
  principalId: "plain",
  kind: "plain",
  label: "plain",
  secretHash: "plain",
  createdAt: "plain",
  lastUsedAt: "plain",
  lastUsedBy: "plain",
  data: "jsonOrNull",
});

export const signInStep = columnsOf<SignInStep>()({
  tokenHash: "plain",
  kind: "plain",
  principalId: "plain",
  data: "json",
  createdAt: "plain",
  expiresAt: "plain",
});

export const session = columnsOf<Session>()({
  id: "plain",
  tokenHash: "plain",
  formerTokenHash: "plain",
  formerEndsAt: "plain",
  renewedAt: "plain",
  principalId: "plain",
  createdAt: "plain",
  expiresAt: "plain",
  userAgent: "plain",
  provedAt: "plain",
  providerId: "plainOrAbsent",
  providerSession: "plainOrAbsent",
  idToken: "plainOrAbsent",
});

export const accountLink = columnsOf<AccountLink>()({
  tokenHash: "plain",
  principalId: "plain",
  kind: "plain",
  email: "plain",
  createdAt: "plain",
  expiresAt: "plain",
});

export const attempt = columnsOf<AttemptCount>()({
  key: "plain",
  taken: "plain",
  endsAt: "plain",
});

export const knownPlace = columnsOf<KnownPlace>()({
  principalId: "plain",
  place: "plain",
  seenAt: "plain",
});

export const collectionPush = columnsOf<CollectionPush>()({
  id: "plain",
  principalId: "plain",
  calendarId: "plain",
  accountId: "plain",
  url: "plain",
  keys: "json",
  onContent: "flag",
  onProperties: "flag",
  toldContent: "plain",
  toldProperties: "plain",
  createdAt: "plain",
  expiresAt: "plain",
  signedInBy: "json",
});

export const homePush = columnsOf<HomePush>()({
  id: "plain",
  principalId: "plain",
  homeId: "plain",
  url: "plain",
  keys: "json",
  onContent: "flag",
  onProperties: "flag",
  told: "json",
  createdAt: "plain",
  expiresAt: "plain",
  signedInBy: "json",
});

/** The accounts of the calendars that a registration for a home has heard of. */
export interface HomePushAccountTable {
  home_push_id: string;
  account_id: string;
}

export const pushSubscription = columnsOf<PushSubscription>()({
  id: "plain",
  principalId: "plain",
  deviceClientId: "plain",
  url: "plain",
  keys: "jsonOrNull",
  verificationCode: "plain",
  isVerified: "flag",
  expiresAt: "plain",
  types: "jsonOrNull",
  createdAt: "plain",
  signedInBy: "json",
});

export const provisioningToken = columnsOf<ProvisioningToken>()({
  id: "plain",
  label: "plain",
  providerId: "plain",
  secretHash: "plain",
  mailsPeople: "flag",
  createdAt: "plain",
  lastUsedAt: "plain",
});

export const provisioned = columnsOf<Provisioned>()({
  principalId: "plain",
  kind: "plain",
  scope: "plain",
  nameKey: "plain",
  externalId: "plain",
  isActive: "flag",
  isHidden: "flag",
  attributes: "json",
  createdAt: "plain",
  changedAt: "plain",
});
