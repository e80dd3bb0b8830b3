import type { Household, HouseholdTag } from "../records/households.ts";
import type { PrincipalId } from "../records/ids.ts";

export interface HouseholdReads {
  /** undefined: the group is no household. */
  byId(accountId: PrincipalId): Promise<Household | undefined>;
  byLabelKey(labelKey: string): Promise<Household | undefined>;
  byLetterHash(letterHash: string): Promise<Household | undefined>;
  /** All whose groups are there, by label. */
  list(): Promise<readonly Household[]>;
  /** Those that a person is a member of, by label. */
  ofPerson(personId: PrincipalId): Promise<readonly Household[]>;
}

export interface HouseholdWrites {
  /** @returns "duplicate": another household has its label */
  insert(household: Household): Promise<"inserted" | "duplicate">;
  /** @returns "duplicate": another household has the label */
  update(
    accountId: PrincipalId,
    fields: Partial<Omit<Household, "accountId" | "createdAt">>,
  ): Promise<"updated" | "duplicate">;
  /** The group is none any more; its tags go too. @returns whether it was one */
  remove(accountId: PrincipalId): Promise<boolean>;
}

export interface HouseholdTagReads {
  byNumber(number: string): Promise<HouseholdTag | undefined>;
  /** By number. */
  ofHousehold(householdId: PrincipalId): Promise<readonly HouseholdTag[]>;
}

export interface HouseholdTagWrites {
  /** @returns "duplicate": some household has a tag of this number */
  insert(tag: HouseholdTag): Promise<"inserted" | "duplicate">;
  update(number: string, fields: Partial<Pick<HouseholdTag, "isBlocked" | "usedAt">>): Promise<void>;
  /** @returns whether there was one */
  remove(number: string): Promise<boolean>;
}
