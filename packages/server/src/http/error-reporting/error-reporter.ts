import type { ErrorSample, ErrorServiceState, ErrorTrial } from "../../app/app.ts";
import type { ErrorPlace } from "../guards.ts";

/** One destination of unexpected errors besides the log. */
export interface ErrorReporter {
  report(error: unknown, place: ErrorPlace): void;
  /** Sends waiting reports, for at most `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
  /** What administrators see and test, and what pages report; undefined: reports are off. */
  readonly service: ReportedService | undefined;
}

/** What `ErrorService` of `app/app.ts` says, of one service that is there. */
export interface ReportedService {
  readonly host: string;
  state(): ErrorServiceState;
  sample(sample: ErrorSample): Promise<string>;
  trySample(sample: ErrorSample): Promise<ErrorTrial>;
  passOn(envelope: string): void;
}

export interface ErrorReporterSettings {
  /** The address for the Sentry protocol; null: reports are off, and the client is not even loaded. */
  readonly dsn: string | null;
  readonly release: string;
  /** Snart's installation folder; paths in reports are relative to it. */
  readonly root: string;
  /** ms UTC; absent: the machine's */
  readonly now?: () => number;
}
