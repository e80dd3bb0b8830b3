// People, groups and how they sign in.

export interface PrincipalTable {
  id: string;
  kind: string;
  login: string;
  display_name: string;
  email: string | null;
  status: string;
  is_admin: number;
  preferences: string;
  created_at: number;
  status_since: number;
  /** The newest modseq of the account that this principal is. */
  modseq: number;
  /** Changes up to here may have been forgotten: a client that knows less has to start over. */
  forgotten_modseq: number;
}

export interface GroupMemberTable {
  group_id: string;
  member_id: string;
  is_manager: number;
}

export interface CredentialTable {
  id: string;
  principal_id: string;
  kind: string;
  label: string;
  secret_hash: string;
  created_at: number;
  last_used_at: number | null;
  last_used_by: string | null;
}

export interface SessionTable {
  token_hash: string;
  principal_id: string;
  created_at: number;
  expires_at: number;
  user_agent: string | null;
}

export interface AccountLinkTable {
  token_hash: string;
  principal_id: string;
  kind: string;
  created_at: number;
  expires_at: number;
}

export interface PushSubscriptionTable {
  id: string;
  principal_id: string;
  device_client_id: string;
  url: string;
  /** JSON text */
  keys: string | null;
  verification_code: string;
  is_verified: number;
  expires_at: number;
  /** JSON text; null is all */
  types: string | null;
  created_at: number;
  /** JSON text: by what the person was signed in who made it */
  signed_in_by: string;
}
