/** Work that is repeated until it is stopped. */
export interface Loop {
  /** Begins a round at once instead of after the pause; if one is running, another follows it immediately. */
  wake(): void;
  /**
   * Begins no further round and resolves when the running one has ended, or after `graceMs`: another process restarts
   * interrupted work.
   */
  stop(graceMs: number): Promise<void>;
}

/**
 * Runs rounds one after the other, with a pause before each. Any number of processes may do so on one database.
 * @param round never throws, and ends early once the loop is stopped
 * @param everyMs the pause
 */
export function startLoop(round: (isStopped: () => boolean) => Promise<void>, everyMs: number): Loop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  let isRunning = false;
  let isWoken = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    isWoken = false;
    await round(() => isStopped);
    isRunning = false;
    if (!isStopped) wait(isWoken ? 0 : everyMs);
  };
  const wait = (ms: number): void => {
    timer = setTimeout(() => {
      running = run();
    }, ms);
    timer.unref();
  };
  wait(everyMs);
  return {
    wake() {
      isWoken = true;
      if (isRunning || isStopped) return;
      clearTimeout(timer);
      wait(0);
    },
    async stop(graceMs) {
      isStopped = true;
      clearTimeout(timer);
      let grace: NodeJS.Timeout | undefined;
      await Promise.race([running, new Promise((resolve) => (grace = setTimeout(resolve, graceMs)))]);
      clearTimeout(grace);
    },
  };
}
