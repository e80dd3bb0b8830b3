// Measures two pieces of work side by side: in turns, in one process, so that a busy machine slows both alike.

/** Ratios are of medians; `spread` says how far the single rounds lie apart. */
export interface Measurement {
  readonly name: string;
  readonly against: string;
  /** microseconds for one unit of work, ours and theirs; the median of all rounds */
  readonly ours: number;
  readonly theirs: number;
  /** how many times as fast ours is: the median over the rounds */
  readonly ratio: number;
  /** the lower and upper quartile of the ratio over the rounds */
  readonly spread: readonly [number, number];
  readonly target?: number | undefined;
}

/** A table of measurements. */
export interface Section {
  readonly title: string;
  readonly rows: readonly Measurement[];
}

export interface Work {
  readonly name: string;
  readonly against: string;
  readonly ours: () => unknown;
  readonly theirs: () => unknown;
  /** units of work in one call of each */
  readonly units?: number;
  /** milliseconds that one round takes; long for work that leaves much to collect, so that each side pays for its own */
  readonly roundTime?: number;
  /** how often each takes its turn */
  readonly rounds?: number;
  /** docs/benchmarks.md */
  readonly target?: number;
}

const ROUNDS = 15;
const WARM_UP = 250;
const ROUND_TIME = 25;

/** Keeps results alive, so that nothing is optimised away. */
export const sink: { last: unknown } = { last: undefined };

/** Milliseconds of processor time, including the collector's threads; other work of the machine then matters less. */
function timePerCall(work: () => unknown, calls: number): number {
  const started = process.cpuUsage();
  for (let call = 0; call < calls; call++) sink.last = work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000 / calls;
}

function warmUp(work: () => unknown, roundTime: number): number {
  let calls = 0;
  const started = performance.now();
  do {
    sink.last = work();
    calls++;
  } while (performance.now() - started < WARM_UP);
  // Enough calls for a round that the clock can measure, from the speed once warm.
  return Math.max(1, Math.round(roundTime / timePerCall(work, Math.max(1, Math.ceil(calls / 10)))));
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

interface Round {
  /** microseconds for one unit of work */
  readonly ours: number;
  readonly theirs: number;
}

function summary(
  { name, against, target }: Omit<Work, "ours" | "theirs">,
  rounds: readonly Round[],
): Measurement {
  const ratios = rounds.map((round) => round.theirs / round.ours);
  const median = (values: readonly number[]) => quantile(values, 0.5);
  return {
    name,
    against,
    ours: median(rounds.map((round) => round.ours)),
    theirs: median(rounds.map((round) => round.theirs)),
    ratio: median(ratios),
    spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
    target,
  };
}

/** Measures two pieces of work of this process. */
export function measure(work: Work): Measurement {
  const { ours, theirs, units = 1, roundTime = ROUND_TIME, rounds = ROUNDS } = work;
  const [ourCalls, theirCalls] = [warmUp(ours, roundTime), warmUp(theirs, roundTime)];
  return summary(
    work,
    Array.from({ length: rounds }, () => ({
      ours: (timePerCall(ours, ourCalls) * 1000) / units,
      theirs: (timePerCall(theirs, theirCalls) * 1000) / units,
    })),
  );
}

export interface ForeignWork extends Omit<Work, "theirs"> {
  /** does the work this many times in another process; returns its microseconds of processor time for one */
  readonly theirs: (calls: number) => Promise<number>;
}

/** Measures work of this process beside work of another, in turns. */
export async function measureForeign(work: ForeignWork): Promise<Measurement> {
  const { ours, theirs, units = 1, roundTime = ROUND_TIME, rounds: count = ROUNDS } = work;
  const ourCalls = warmUp(ours, roundTime);
  await theirs(1);
  const theirCalls = Math.max(1, Math.round((roundTime * 1000) / (await theirs(1))));
  const rounds: Round[] = [];
  for (let round = 0; round < count; round++) {
    const mine = (timePerCall(ours, ourCalls) * 1000) / units;
    rounds.push({ ours: mine, theirs: (await theirs(theirCalls)) / units });
  }
  return summary(work, rounds);
}
