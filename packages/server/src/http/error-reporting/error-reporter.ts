import type { ErrorPlace } from "../guards.ts";

/** Where unexpected errors go besides the log. */
export interface ErrorReporter {
  report(error: unknown, place: ErrorPlace): void;
  /** Sends what is still waiting, for at most `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}

export interface ErrorReporterSettings {
  /** Where to report to by the Sentry protocol; null: nowhere, and the client is not even loaded. */
  readonly dsn: string | null;
  readonly release: string;
  /** The folder Snart is installed in; paths in reports are told from here. */
  readonly root: string;
}
