import type { UTCDateTime } from "../../jscalendar/types.ts";

/** Where errors are reported to, and what became of those of the process that is asked (`Server/errorReporting`). */
export interface ErrorReportingRecord {
  /** host and port of the service; null: nothing is ever sent */
  readonly host: string | null;
  /** the configuration chooses it (SNART_SENTRY_DSN), so that nobody can here */
  readonly isConfigured: boolean;
  /** since the process was started */
  readonly sent: number;
  readonly failed: number;
  /** kept back: too many in an hour, or the service has asked for a pause */
  readonly heldBack: number;
  readonly lastFailureAt: UTCDateTime | null;
  /** a test as it would be sent, byte by byte; null where nothing is */
  readonly sample: { readonly id: string; readonly at: UTCDateTime; readonly payload: string } | null;
}

/** What became of a test (`Server/testErrorReporting`). */
export interface ErrorTrialRecord {
  readonly outcome: "taken" | "refused" | "unreachable";
  /** of its answer; null: there was none */
  readonly status: number | null;
  /** what was sent */
  readonly payload: string;
}
