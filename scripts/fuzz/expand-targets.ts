import fc from "fast-check";
import { expand, type Occurrence } from "../../packages/calendar/src/recurrence/expand.ts";
import { seriesOfObject } from "../../packages/calendar/src/recurrence/series.ts";
import { timeBounds } from "../../packages/calendar/src/recurrence/time-bounds.ts";
import { DAY } from "../../packages/calendar/src/time/instant.ts";
import { eventText } from "./event-texts.ts";
import { inTime, objectOf, told, viewer } from "./read-event.ts";
import { expectSame, expectThat, type Target } from "./target.ts";

interface Windowed {
  readonly text: string;
  readonly start: string;
  /** days from the start */
  readonly from: number;
  readonly days: number;
  /** where the window is cut, 0–1 */
  readonly cut: number;
}

const windowed = (hostile: boolean): fc.Arbitrary<Windowed> =>
  fc
    .record({
      event: eventText({ hostile, exceptions: true }),
      from: fc.oneof(
        fc.integer({ min: -10, max: 60 }),
        fc.integer({ min: -40, max: 400 }),
        fc.integer({ min: -30_000, max: 60_000 }),
      ),
      days: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 2_000 })),
      cut: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ event: { text, start }, from, days, cut }) => ({ text, start, from, days, cut }));

const instantOf = (start: string): number =>
  Date.UTC(Number(start.slice(0, 4)), Number(start.slice(4, 6)) - 1, Number(start.slice(6, 8)));

const within =
  (from: number, to: number) =>
  ({ startInstant, endInstant }: Occurrence<unknown>): boolean =>
    startInstant < to && (endInstant > from || (endInstant === startInstant && startInstant >= from));

function checkWindows({ text, start, from, days, cut }: Windowed): void {
  const object = objectOf(text);
  const series = seriesOfObject(object);
  if (!series.ok) return;
  const a = instantOf(start) + from * DAY;
  const c = a + days * DAY;
  const b = a + Math.floor((c - a) * cut);
  const look = (one: number, other: number) =>
    inTime("expanding", () => expand(series.value, { from: one, to: other }, viewer));
  const whole = look(a, c);
  // Straight from the start, without the short cuts to a window far away.
  const straight = look(Math.min(a, instantOf(start) - 10 * DAY), c);
  const bounds = timeBounds(object);
  if (!whole.ok) return;
  const starts = whole.value.map(({ startInstant }) => startInstant);
  expectThat(
    starts.every((at, i) => i === 0 || at >= (starts[i - 1] ?? 0)),
    "not ascending",
  );
  expectThat(whole.value.every(within(a, c)), "outside the window");
  for (const { startInstant, endInstant } of whole.value)
    expectThat(
      startInstant >= bounds.start && (bounds.end === null || endInstant <= bounds.end),
      `outside its bounds ${JSON.stringify(bounds)}: ${startInstant} ${endInstant}`,
    );
  if (straight.ok)
    expectSame(
      whole.value.map(told),
      straight.value.filter(within(a, c)).map(told),
      "straight from the start",
    );
  for (const [one, other] of [
    [a, b],
    [b, c],
  ] as const) {
    const part = look(one, other);
    if (!part.ok) throw new Error(`a part fails: ${JSON.stringify(part.problem)}`);
    const expected = whole.value.filter(within(one, other));
    expectSame(
      part.value.map(told),
      expected.map(told),
      `window ${new Date(one).toISOString()}/${new Date(other).toISOString()}`,
    );
  }
}

export const windows: Target<Windowed> = {
  name: "windows",
  promise:
    "a window shows what a larger one shows in it, in order, within the bounds of the series, and soon",
  share: 100,
  inputs: windowed(false),
  check: checkWindows,
};

export const hostileSeries: Target<Windowed> = {
  name: "hostile series",
  promise: "a hostile rule ends soon, with occurrences or a named problem",
  share: 10,
  inputs: windowed(true),
  check: checkWindows,
};
