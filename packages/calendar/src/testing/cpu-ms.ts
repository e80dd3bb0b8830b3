/**
 * Milliseconds of processor time that this process has used. Guards against hangs measure by it: another process on a busy
 * machine takes wall-clock time, but none of this.
 */
export const cpuMs = (): number => process.cpuUsage().user / 1_000;
