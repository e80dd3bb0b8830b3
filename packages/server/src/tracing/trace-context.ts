/** Whose span a request belongs to (W3C Trace Context). */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether the trace is recorded: one that is not is not recorded here either. */
  readonly isSampled: boolean;
}

const PATTERN = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/**
 * Reads a `traceparent` (W3C Trace Context §3.2). A later version may have more at its end.
 * @returns undefined: it is none, and a trace of its own begins
 */
export function readTraceParent(header: string | null | undefined): TraceParent | undefined {
  if (header === null || header === undefined || header.length > 512) return undefined;
  const [, version, traceId = "", spanId = "", flags = "", more] = PATTERN.exec(header) ?? [];
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
