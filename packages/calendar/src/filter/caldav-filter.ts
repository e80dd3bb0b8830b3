import type { Instant } from "../time/instant.ts";

/** From inclusive, to exclusive; null is open (RFC 4791 §9.9). */
export interface TimeRange {
  readonly from: Instant | null;
  readonly to: Instant | null;
}

/** `i;unicode-casemap` is RFC 5051, the others RFC 4790. */
export type Collation = "i;ascii-casemap" | "i;octet" | "i;unicode-casemap";

/** RFC 4791 §9.7.5: the value contains the text. */
export interface TextMatch {
  readonly text: string;
  readonly collation: Collation;
  readonly negate: boolean;
}

/** RFC 4791 §9.7.3. */
export interface ParamFilter {
  /** upper case */
  readonly name: string;
  readonly isNotDefined: boolean;
  readonly textMatch?: TextMatch;
}

/** RFC 4791 §9.7.2. */
export interface PropFilter {
  /** upper case */
  readonly name: string;
  readonly isNotDefined: boolean;
  readonly timeRange?: TimeRange;
  readonly textMatch?: TextMatch;
  readonly paramFilters: readonly ParamFilter[];
}

/** RFC 4791 §9.7.1; the outermost is the one named VCALENDAR. */
export interface CompFilter {
  /** upper case */
  readonly name: string;
  readonly isNotDefined: boolean;
  readonly timeRange?: TimeRange;
  readonly propFilters: readonly PropFilter[];
  readonly compFilters: readonly CompFilter[];
}
