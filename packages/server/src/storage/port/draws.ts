import type { Draw, DrawEntry } from "../records/draws.ts";
import type { DrawId, PrincipalId } from "../records/ids.ts";

export interface DrawReads {
  byId(id: DrawId): Promise<Draw | undefined>;
  /** Those of a bookable, by when their wishes close. */
  ofBookable(accountId: PrincipalId): Promise<readonly Draw[]>;
  /** What is wished for in one, by party. */
  entries(id: DrawId): Promise<readonly DrawEntry[]>;
  /** What a party has wished for in whatever draws. */
  entriesOf(partyId: PrincipalId): Promise<readonly DrawEntry[]>;
}

export interface DrawWrites {
  insert(draw: Draw): Promise<void>;
  update(id: DrawId, fields: Partial<Draw>): Promise<void>;
  /** With what is wished for in it. */
  remove(id: DrawId): Promise<void>;
  /** In place of what the party wished for in it before. */
  putEntry(entry: DrawEntry): Promise<void>;
  /** @returns whether there was one */
  removeEntry(id: DrawId, partyId: PrincipalId): Promise<boolean>;
}
