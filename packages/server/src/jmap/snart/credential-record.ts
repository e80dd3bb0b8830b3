import type { Credential } from "../../app/types.ts";
import { shortHash } from "../wire/session.ts";

/** What proves who somebody is, without the secret. */
export interface CredentialRecord {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly lastUsedBy: string | null;
}

export const CREDENTIAL_PROPERTIES: readonly (keyof CredentialRecord)[] = [
  "id",
  "kind",
  "label",
  "createdAt",
  "lastUsedAt",
  "lastUsedBy",
];

/** A UTCDate (RFC 8620 §1.4). */
const utcDate = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace(/\.\d+Z$/, "Z");

export const credentialRecord = ({
  id,
  kind,
  label,
  createdAt,
  lastUsedAt,
  lastUsedBy,
}: Credential): CredentialRecord => ({
  id,
  kind,
  label,
  createdAt: utcDate(createdAt),
  lastUsedAt: lastUsedAt === null ? null : utcDate(lastUsedAt),
  lastUsedBy,
});

/** The state of all credentials of an account; being used is no change of it. */
export const credentialState = (credentials: readonly Credential[]): string =>
  shortHash(credentials.map(({ id, label }) => [id, label]));
