import type { Instant } from "@snart/calendar/time/instant.ts";
import type { App } from "../app/app.ts";
import { releaseMissed } from "../app/bookings/release-missed.ts";
import { indexWaiting } from "../app/objects/search-index.ts";
import { keepOlderSteadiness } from "../app/objects/steady-series.ts";
import { startLoop, type Loop } from "./loop.ts";
import { isClockSteady } from "./steady-clock.ts";
import { removeExpired } from "./remove-expired.ts";
import { runJobs, type JobRunners } from "./run-jobs.ts";
import { sendEffects, type EffectSenders } from "./send-effects.ts";

interface JobLoopParts {
  readonly app: App;
  readonly jobs: JobRunners;
  readonly effects: EffectSenders;
  /** Called for every failure; the loop goes on. */
  readonly onError: (error: unknown) => void;
}

const CLEANING_EVERY_MS = 3_600_000;

/**
 * Does everything that is due, over and over: jobs, outbox effects, bookings to which nobody comes, waiting search index entries, what is kept of series of older
 * releases, and once an hour the removal of expired data.
 * @param everyMs pause between two looks
 */
export function startJobLoop(parts: JobLoopParts, everyMs = 1_000): Loop {
  let cleanAfter: Instant = parts.app.now();
  return startLoop(async (isStopped) => {
    const now = parts.app.now();
    const isCleaning = now >= cleanAfter;
    if (isCleaning) cleanAfter = now + CLEANING_EVERY_MS;
    await runDue(parts, { clean: isCleaning }, isStopped);
  }, everyMs);
}

/**
 * Removes what is expired, but nothing by a clock that may be wrong: what is removed is gone.
 * @returns whether the clock was right
 */
export async function clean(app: App): Promise<boolean> {
  const isSteady = await isClockSteady(app);
  if (isSteady) await removeExpired(app);
  return isSteady;
}

/** Does everything that is due now, one after the other. Never throws: failures go to `onError`. */
export async function runDue(
  parts: JobLoopParts,
  what: { readonly clean: boolean },
  isStopped: () => boolean = () => false,
): Promise<void> {
  const steps = [
    () => runJobs(parts.app, parts.jobs, parts.onError, isStopped),
    () => sendEffects(parts.app, parts.effects, parts.onError, isStopped),
    () => releaseMissed(parts.app, isStopped).then(() => undefined),
    () => indexWaiting(parts.app, isStopped),
    () => keepOlderSteadiness(parts.app, isStopped),
    ...(what.clean ? [() => clean(parts.app).then(() => undefined)] : []),
  ];
  for (const step of steps) {
    try {
      if (!isStopped()) await step();
    } catch (error) {
      parts.onError(error);
    }
  }
}
