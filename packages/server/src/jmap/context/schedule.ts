/** Runs something once after a while. @returns a function that cancels it */
export type Schedule = (milliseconds: number, run: () => void) => () => void;

/** Real time; timers do not keep the process alive. */
export const realTime: Schedule = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
};
