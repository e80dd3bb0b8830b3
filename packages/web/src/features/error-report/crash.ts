/** The kind of problem that took a page down: a part that could not be fetched, or a fault of ours. */
type CrashKind = "outdated" | "fault";

/** Browsers say it in different words when a part of the app cannot be loaded. */
const notLoaded =
  /dynamically imported module|Importing a module script failed|error loading dynamically|Failed to load module script|Unable to preload/i;

/** Tells the two apart. */
export const crashKind = (error: unknown): CrashKind =>
  error instanceof Error && notLoaded.test(error.message) ? "outdated" : "fault";

/** The error in one line, for administrators. */
export const crashLine = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);
