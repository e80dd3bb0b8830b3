import type { Millis, PrincipalId } from "../records/ids.ts";
import type { AttemptCount } from "../records/people.ts";

export interface AttemptReads {
  /** Windows that have ended too: the caller, who has the clock, decides. */
  byKey(key: string): Promise<AttemptCount | undefined>;
  count(): Promise<number>;
}

export interface AttemptWrites {
  /**
   * Counts one more, of several at once each, in any process.
   * @param endsAt the end of the window, if this is the first one since the last has ended
   * @returns the count with this one
   */
  take(key: string, now: Millis, endsAt: Millis): Promise<AttemptCount>;
  remove(key: string): Promise<void>;
  /** Forgets windows that have ended. @returns how many */
  removeEnded(now: Millis, limit: number): Promise<number>;
  /** Forgets those that have counted least, the oldest first, until there are `most`. */
  trim(most: number): Promise<void>;
}

export interface KnownPlaceReads {
  /** When the person was last seen there; undefined: never. */
  seenAt(principalId: PrincipalId, place: string): Promise<Millis | undefined>;
}

export interface KnownPlaceWrites {
  /** Notes that the person was seen there; of more than `most` places the oldest go. */
  remember(principalId: PrincipalId, place: string, now: Millis, most: number): Promise<void>;
  removeOfPrincipal(principalId: PrincipalId): Promise<void>;
  /** Forgets places where nobody was seen since `before`. @returns how many */
  forget(before: Millis, limit: number): Promise<number>;
}
