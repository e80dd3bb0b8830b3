import { randomBytes } from "node:crypto";
import type { TraceParent } from "./trace-context.ts";

/** What a span is of, as OTLP numbers it (`SpanKind`). */
export const KIND = { internal: 1, server: 2, client: 3 } as const;

type Attributes = Readonly<Record<string, string | number>>;

/** A piece of work as it goes over the wire (OTLP 1.x, JSON). */
export interface WireSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly WireAttribute[];
  readonly droppedAttributesCount: number;
  readonly status: { readonly code?: 2 };
}

interface WireAttribute {
  readonly key: string;
  /** An integer is a text (protobuf's JSON of int64). */
  readonly value: { readonly stringValue: string } | { readonly intValue: string };
}

/** A piece of work that has begun. */
export interface OpenSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly kind: number;
  /** On the clock of `performance.now`. */
  readonly startedAt: number;
  /** How many parts it may still have. */
  room: number;
}

/** One request may make so many transactions that are told. */
const MOST_PARTS = 64;

/** @param parent undefined: a trace begins */
export const openSpan = (kind: number, parent?: Pick<TraceParent, "traceId" | "spanId">): OpenSpan => ({
  traceId: parent?.traceId ?? randomBytes(16).toString("hex"),
  spanId: randomBytes(8).toString("hex"),
  parentSpanId: parent?.spanId,
  kind,
  startedAt: performance.now(),
  room: MOST_PARTS,
});

/** Ends a span now. */
export function closeSpan(
  { traceId, spanId, parentSpanId, kind, startedAt }: OpenSpan,
  name: string,
  attributes: Attributes,
  isFailed: boolean,
): WireSpan {
  return {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name,
    kind,
    startTimeUnixNano: nanos(startedAt),
    endTimeUnixNano: nanos(performance.now()),
    attributes: Object.entries(attributes).map(([key, value]) => ({
      key,
      value: typeof value === "number" ? { intValue: `${value}` } : { stringValue: value },
    })),
    droppedAttributesCount: 0,
    status: isFailed ? { code: 2 } : {},
  };
}

/** Nanoseconds since 1970, to the microsecond: a double has no more digits. */
const nanos = (at: number): string => `${Math.round((performance.timeOrigin + at) * 1_000)}000`;
