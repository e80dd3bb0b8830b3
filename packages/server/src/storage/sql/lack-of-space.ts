import { statfsSync } from "node:fs";

/** Less room than this on the disk of the database is told before it is full. */
const LEAST_BYTES = 64 * 1024 * 1024;

/** A sentence for administrators if a folder's disk is nearly full; "" otherwise. */
export function lackOfSpace(folder: string | undefined, leastBytes = LEAST_BYTES): string {
  if (folder === undefined) return "";
  const free = freeBytes(folder);
  return free >= leastBytes ? "" : `the disk is nearly full: ${Math.floor(free / 1024 / 1024)} MiB are free`;
}

/** What the server may still write on a folder's disk. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
