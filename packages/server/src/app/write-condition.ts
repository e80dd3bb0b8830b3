/** Conditions of RFC 9110 §13.1 on the object at the target; entity tags without quotes. */
export interface WriteCondition {
  readonly ifMatch?: readonly string[] | "*";
  readonly ifNoneMatch?: readonly string[] | "*";
  /** Whatever else has to be so, given the tag of what is there (RFC 4918 §10.4). */
  readonly ifState?: (current: string | undefined) => boolean;
}

/** Whether a write may go ahead, given the tag of what is there now (undefined: nothing is there). */
export function conditionHolds(condition: WriteCondition, current: string | undefined): boolean {
  const { ifMatch, ifNoneMatch, ifState } = condition;
  if (ifState?.(current) === false) return false;
  if (ifMatch !== undefined && !matches(ifMatch, current)) return false;
  return ifNoneMatch === undefined || !matches(ifNoneMatch, current);
}

const matches = (tags: readonly string[] | "*", current: string | undefined): boolean =>
  current !== undefined && (tags === "*" || tags.includes(current));
