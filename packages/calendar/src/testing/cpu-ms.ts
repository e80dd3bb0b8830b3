/**
 * Milliseconds of processor time that this process has used. Tests against hangs measure by it: other processes on a
 * busy machine take wall-clock time, but none of this.
 */
export const cpuMs = (): number => process.cpuUsage().user / 1_000;
