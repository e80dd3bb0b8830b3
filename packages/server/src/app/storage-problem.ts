import { StorageFailure } from "../storage/port/failure.ts";
import type { Problem } from "./problems.ts";

/** Seconds: a database that is started anew needs few. */
const RETRY_AFTER = 5;

/** The problem that an exception stands for if the database failed, and not the server; undefined: it is a bug. */
export function problemOfFailure(error: unknown): Problem | undefined {
  if (!(error instanceof StorageFailure)) return undefined;
  switch (error.kind) {
    case "full":
      return { code: "disk-full" };
    case "damaged":
      return { code: "data-damaged" };
    case "unavailable":
      return { code: "database-unavailable", retryAfter: RETRY_AFTER };
  }
}

/** Whether something stored could not be read. */
export const isDamage = (error: unknown): boolean => problemOfFailure(error)?.code === "data-damaged";

/** Whether something of what failed may have been done all the same. */
export const mayBeDone = (error: unknown): boolean => error instanceof StorageFailure && error.isUncertain;

/** The same failure for work of several transactions, of which some had been committed before. */
export const afterSomeWrites = (error: unknown): unknown =>
  error instanceof StorageFailure ? new StorageFailure(error.cause, true, error.kind) : error;
