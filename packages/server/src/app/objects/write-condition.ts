/** Conditions of RFC 9110 §13.1 on the object at the target; entity tags without quotes. */
export interface WriteCondition {
  readonly ifMatch?: readonly string[] | "*";
  readonly ifNoneMatch?: readonly string[] | "*";
  /** The schedule tag that the object must have (RFC 6638 §8.3), without quotes. */
  readonly ifScheduleTag?: string;
  /** Any further condition, given the tag of the existing object (RFC 4918 §10.4). */
  readonly ifState?: (current: string | undefined) => boolean;
}

/** Whether a write may proceed, given the tags of the existing object (undefined: none). */
export function conditionHolds(
  condition: WriteCondition,
  current: string | undefined,
  scheduleTag: string | null = null,
): boolean {
  const { ifMatch, ifNoneMatch, ifScheduleTag, ifState } = condition;
  if (ifScheduleTag !== undefined && ifScheduleTag !== scheduleTag) return false;
  if (ifState?.(current) === false) return false;
  if (ifMatch !== undefined && !matches(ifMatch, current)) return false;
  return ifNoneMatch === undefined || !matches(ifNoneMatch, current);
}

const matches = (tags: readonly string[] | "*", current: string | undefined): boolean =>
  current !== undefined && (tags === "*" || tags.includes(current));
