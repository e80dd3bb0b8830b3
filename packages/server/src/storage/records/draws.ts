import type { DrawId, Millis, PrincipalId } from "./ids.ts";

/** Where a draw stands: wishes are taken or will be, or it is made. */
export type DrawState = "open" | "drawn";

/** A period of a bookable that is given out by lot (docs/draw.md). */
export interface Draw {
  readonly id: DrawId;
  /** The bookable. */
  readonly accountId: PrincipalId;
  /** `app/transitions.ts` says what may follow what. */
  readonly state: DrawState;
  /** Its first date, as in the rules. */
  readonly periodFrom: string;
  /** The date after its last. */
  readonly periodTo: string;
  /** When wishes open. */
  readonly opensAt: Millis;
  /** When wishes close, and it is drawn. */
  readonly closesAt: Millis;
  /** 32 random octets, hexadecimal: nobody is told before it is drawn. */
  readonly seed: string;
  /** The hash of the seed, which everybody is told. */
  readonly commitment: string;
  /** The file of its result; null: it is not drawn. */
  readonly file: string | null;
  /** What seals the file. */
  readonly digest: string | null;
  /** When it was drawn; null: it is not. */
  readonly drawnAt: Millis | null;
  readonly createdAt: Millis;
}

/** What became of a party's wishes: nothing yet, one of them was given to it, or none. */
export type DrawEntryState = "wished" | "won" | "lost";

/** What a party wishes for in a draw. */
export interface DrawEntry {
  /** The draw that the wishes are for. */
  readonly drawId: DrawId;
  /** The household or the person. */
  readonly partyId: PrincipalId;
  /** `app/transitions.ts` says what may follow what. */
  readonly state: DrawEntryState;
  /** Who entered the wishes last; what the party gets is booked in their name. */
  readonly askedBy: PrincipalId;
  /** The version of the house rules that was accepted. */
  readonly acceptedRules: number | null;
  /** The dearest first; the ends are exclusive. */
  readonly wishes: readonly { readonly start: Millis; readonly end: Millis }[];
  /** Its number among the applicants; null: it is not drawn. */
  readonly number: number | null;
  /** Which of its wishes it got, 1 for the first; null: none. */
  readonly got: number | null;
  /** When its wishes changed last. */
  readonly changedAt: Millis;
}
