import type { UTCDateTime } from "../jscalendar/types.ts";
import type { Preferences } from "./profile.ts";
import type { AccountStatus } from "./account.ts";

/** A Household (urn:snart:jmap): a group that books as one. Its id is the group's. */
export interface HouseholdRecord {
  readonly id: string;
  /** what the house calls it: `1203` */
  readonly label: string;
  /** whose it is, without the label */
  readonly name: string;
  readonly people: Readonly<Record<string, HouseholdPersonRecord>>;
  /** by number */
  readonly tags: Readonly<Record<string, HouseholdTagRecord>>;
  /** null: it has none; nobody can read it */
  readonly pin: { readonly setAt: UTCDateTime; readonly isOwn: boolean } | null;
  /** the letter that counts; null: none was made */
  readonly letter: { readonly madeAt: UTCDateTime; readonly expiresAt: UTCDateTime } | null;
  readonly lastBookedAt: UTCDateTime | null;
  /** bookings to come */
  readonly upcoming: number;
  /** what all its people read, and its letter is written in; null: nobody is in it yet, or they do not read the same */
  readonly language: Preferences["language"] | null;
  readonly mayManage: boolean;
}

export interface HouseholdPersonRecord {
  readonly name: string;
  readonly email: string | null;
  readonly status: AccountStatus;
}

export interface HouseholdTagRecord {
  readonly isBlocked: boolean;
  readonly usedAt: UTCDateTime | null;
}

/** What is printed for a household (`Household/letters`); only the answer that makes it holds it. */
export interface HouseholdLetterRecord {
  readonly householdId: string;
  /** by which its people come in */
  readonly code: string;
  readonly url: string;
  /** at doors */
  readonly pin: string;
  readonly expiresAt: UTCDateTime;
}
