/** Runs something once after a while. @returns a function that cancels it */
export type Schedule = (milliseconds: number, run: () => void) => () => void;

/** Real time; what is scheduled does not keep the process alive. */
export const realTime: Schedule = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
};
