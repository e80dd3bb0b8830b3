import type { Operation, Site } from "./operations.ts";
import { processorTime } from "./processor-time.ts";

/** The result of one round of load on one server. */
export interface Round {
  /** answers a second */
  readonly rate: number;
  /** milliseconds from request to the answer's last octet */
  readonly median: number;
  readonly p95: number;
  /** microseconds of the server's processor time for one answer; undefined if its processes are unknown */
  readonly processor: number | undefined;
}

export interface Load {
  readonly connections: number;
  readonly milliseconds: number;
  /** the server's process and everything that it has started */
  readonly pid: number | undefined;
}

/**
 * Keeps this many requests under way until the time is over.
 * @throws at the first wrong answer: a fast wrong answer is useless
 */
export async function loadRound(operation: Operation, site: Site, load: Load): Promise<Round> {
  const request = await operation.prepare(site);
  let next = 0;
  const took: number[] = [];
  const one = async (): Promise<void> => {
    const began = performance.now();
    const answer = await site.client.send(request(next++));
    const wrong = operation.check(answer, site);
    if (wrong !== undefined) throw new Error(`${operation.name}: ${wrong}: ${answer.text.slice(0, 300)}`);
    took.push(performance.now() - began);
  };
  await one();
  took.length = 0;
  const processorBefore = load.pid === undefined ? undefined : processorTime(load.pid);
  const began = performance.now();
  const end = began + load.milliseconds;
  const loop = async (): Promise<void> => {
    while (performance.now() < end) await one();
  };
  await Promise.all(Array.from({ length: load.connections }, loop));
  const seconds = (performance.now() - began) / 1000;
  const spent = load.pid === undefined ? 0 : processorTime(load.pid) - (processorBefore ?? 0);
  took.sort((a, b) => a - b);
  const rank = (part: number): number =>
    took[Math.min(took.length - 1, Math.floor(took.length * part))] ?? NaN;
  return {
    rate: took.length / seconds,
    median: rank(0.5),
    p95: rank(0.95),
    processor: processorBefore === undefined ? undefined : (spent * 1000) / took.length,
  };
}
