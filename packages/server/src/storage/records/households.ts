import type { Millis, PrincipalId } from "./ids.ts";

/** That a group is a household, which books as one: its limits count together, whoever of it books. */
export interface Household {
  /** The group. */
  readonly accountId: PrincipalId;
  /** What the house calls it, as its people type it at a door: `1203`, `lgh 1203`. */
  readonly label: string;
  /** The same for comparing: no two households have one. */
  readonly labelKey: string;
  /** One-way form of the PIN at doors; null: it has none. */
  readonly pinHash: string | null;
  /** When that was; null: it has none. */
  readonly pinSetAt: Millis | null;
  /** Whether its people have chosen the PIN; otherwise it came with the letter. */
  readonly isOwnPin: boolean;
  /** SHA-256 of the token in its letter, by which its people come in; null: no letter counts. */
  readonly letterHash: string | null;
  /** When the letter was made that counts. */
  readonly letterAt: Millis | null;
  /** Until when it lets people in. */
  readonly letterExpiresAt: Millis | null;
  readonly createdAt: Millis;
}

/** A tag at doors: its number alone, which is for booking there and never for signing in. */
export interface HouseholdTag {
  /** As the reader says it, in capital letters and without spaces. */
  readonly number: string;
  /** Whose it is. */
  readonly householdId: PrincipalId;
  /** Whether it opens nothing for now, as one that is lost. */
  readonly isBlocked: boolean;
  readonly createdAt: Millis;
  /** When something was done with it last; null: never. */
  readonly usedAt: Millis | null;
}
