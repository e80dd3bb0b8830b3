interface Timed {
  /** minutes of the day */
  readonly from: number;
  readonly to: number;
}

/** Events of a day at a time at which not all of them could be drawn. */
interface Crowd<T extends Timed> extends Timed {
  /** in order of time: those that are not drawn, and those beside them */
  readonly members: readonly T[];
}

/** Returns the events at the time of those that are not drawn. */
export function crowdOf<T extends Timed>(day: readonly T[], isHidden: (segment: T) => boolean): Crowd<T> {
  const hidden = day.filter(isHidden);
  const from = hidden.reduce((least, it) => Math.min(least, it.from), Infinity);
  const to = hidden.reduce((most, it) => Math.max(most, it.to), 0);
  return { from, to, members: day.filter((it) => isHidden(it) || (it.from < to && it.to > from)) };
}

/** Returns whether there is a moment at which all of them take place. */
export const isAtOnce = (members: readonly Timed[]): boolean =>
  Math.max(...members.map((it) => it.from)) < Math.min(...members.map((it) => it.to));
