import type { Preferences, Principal } from "../../app/types.ts";

/** The actor's own account settings, as the web app knows them. */
export interface ProfileRecord {
  readonly id: string;
  readonly login: string;
  readonly displayName: string;
  readonly email: string | null;
  readonly isAdmin: boolean;
  readonly preferences: Preferences;
}

export const PROFILE_PROPERTIES: readonly (keyof ProfileRecord)[] = [
  "id",
  "login",
  "displayName",
  "email",
  "isAdmin",
  "preferences",
];

export const profileRecord = ({
  id,
  login,
  displayName,
  email,
  isAdmin,
  preferences,
}: Principal): ProfileRecord => ({
  id,
  login,
  displayName,
  email,
  isAdmin,
  preferences,
});
