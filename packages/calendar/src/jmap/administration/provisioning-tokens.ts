/** A token by which a directory of an organisation keeps accounts and groups here (SCIM), without its secret. */
export interface ProvisioningTokenRecord {
  readonly id: string;
  /** What administrators call it. */
  readonly label: string;
  /** The identity provider by which the directory's people sign in; null: none. */
  readonly providerId: string | null;
  /** Whether people hear by mail of the accounts that the directory makes. */
  readonly mailsPeople: boolean;
  /** UTC, as in JMAP. */
  readonly createdAt: string;
  /** To the hour; null: never. */
  readonly lastUsedAt: string | null;
}

/** What administrators need to set up a directory. */
export interface ProvisioningTokens {
  readonly list: readonly ProvisioningTokenRecord[];
  /** The address that is entered there. */
  readonly baseUrl: string;
  /** Whether the server sends mail at all. */
  readonly sendsMail: boolean;
}
