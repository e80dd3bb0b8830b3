/** Hours of a day, `to` exclusive. */
export interface HourSpan {
  readonly from: number;
  readonly to: number;
}

/** The hours that are always drawn. */
const USUAL: HourSpan = { from: 8, to: 17 };

/** The hours to draw for times of the day (minutes, 0–1440): the smallest span that contains them all. */
export function hoursShown(times: Iterable<{ readonly from: number; readonly to: number }>): HourSpan {
  let { from, to } = USUAL;
  for (const time of times) {
    from = Math.min(from, Math.floor(time.from / 60));
    to = Math.max(to, Math.ceil(Math.max(time.to, time.from + 30) / 60));
  }
  return { from: Math.max(0, from), to: Math.min(24, to) };
}
