import type { Instant } from "@snart/calendar/time/instant.ts";
import type { App } from "../app/app.ts";
import { indexWaiting } from "../app/objects/search-index.ts";
import { removeExpired } from "./remove-expired.ts";
import { runJobs, type JobRunners } from "./run-jobs.ts";
import { sendEffects, type EffectSenders } from "./send-effects.ts";

export interface JobLoopParts {
  readonly app: App;
  readonly jobs: JobRunners;
  readonly effects: EffectSenders;
  /** Told of every failure; the loop goes on. */
  readonly onError: (error: unknown) => void;
}
export interface JobLoop {
  /** Looks at once instead of after the pause; while it is looking already, once more afterwards. */
  wake(): void;
  /**
   * Starts nothing new and resolves when what is running has ended, or after `graceMs`: a job that is cut off is begun
   * again by whoever looks for jobs next.
   */
  stop(graceMs: number): Promise<void>;
}

const CLEANING_EVERY_MS = 3_600_000;

/**
 * Does what is due, over and over: jobs, effects in the outbox, what the search index waits for, and once an hour the removal of what has expired. Any
 * number of processes may do so on one database.
 * @param everyMs pause between two looks
 */
export function startJobLoop(parts: JobLoopParts, everyMs = 1_000): JobLoop {
  let cleanAfter: Instant = parts.app.now();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  let isLooking = false;
  let isWoken = false;
  const round = async (): Promise<void> => {
    isLooking = true;
    isWoken = false;
    const now = parts.app.now();
    const clean = now >= cleanAfter;
    if (clean) cleanAfter = now + CLEANING_EVERY_MS;
    await runDue(parts, { clean }, () => stopped);
    isLooking = false;
    if (!stopped) wait(isWoken ? 0 : everyMs);
  };
  const wait = (ms = everyMs): void => {
    timer = setTimeout(() => {
      running = round();
    }, ms);
    timer.unref();
  };
  wait();
  return {
    wake() {
      isWoken = true;
      if (isLooking || stopped) return;
      clearTimeout(timer);
      wait(0);
    },
    async stop(graceMs) {
      stopped = true;
      clearTimeout(timer);
      let grace: NodeJS.Timeout | undefined;
      await Promise.race([running, new Promise((resolve) => (grace = setTimeout(resolve, graceMs)))]);
      clearTimeout(grace);
    },
  };
}

/** Does everything that is due at this instant, one after the other. Never throws: failures go to `onError`. */
export async function runDue(
  parts: JobLoopParts,
  what: { readonly clean: boolean },
  isStopped: () => boolean = () => false,
): Promise<void> {
  const steps = [
    () => runJobs(parts.app, parts.jobs, parts.onError, isStopped),
    () => sendEffects(parts.app, parts.effects, parts.onError, isStopped),
    () => indexWaiting(parts.app, isStopped),
    ...(what.clean ? [() => removeExpired(parts.app)] : []),
  ];
  for (const step of steps) {
    try {
      if (!isStopped()) await step();
    } catch (error) {
      parts.onError(error);
    }
  }
}
