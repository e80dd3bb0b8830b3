/** Hours of a day, `to` exclusive. */
export interface HourSpan {
  readonly from: number;
  readonly to: number;
}

/** What is drawn though nothing takes place then. */
const USUAL: HourSpan = { from: 8, to: 17 };

/** The hours that have to be drawn for times of the day (minutes, 0–1440): as few as hold them all. */
export function hoursShown(times: Iterable<{ readonly from: number; readonly to: number }>): HourSpan {
  let { from, to } = USUAL;
  for (const time of times) {
    from = Math.min(from, Math.floor(time.from / 60));
    to = Math.max(to, Math.ceil(Math.max(time.to, time.from + 30) / 60));
  }
  return { from: Math.max(0, from), to: Math.min(24, to) };
}
