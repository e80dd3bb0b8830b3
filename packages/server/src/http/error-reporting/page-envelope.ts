import type { makeNodeTransport } from "@sentry/node";

type Envelope = Parameters<ReturnType<typeof makeNodeTransport>["send"]>[0];

/** What a page sends of an error (`features/error-report/scrub.ts` of the web app), so that nothing else is passed on. */
const KEPT = [
  "event_id",
  "timestamp",
  "platform",
  "level",
  "release",
  "environment",
  "debug_meta",
  "sdk",
  "message",
  "exception",
  "request",
];

/**
 * The report of a page as it is passed on: the one error in it, and of that only what a page of ours sends. Anybody can post
 * anything here. Undefined: it is no such report.
 */
export function pageEnvelope(text: string): Envelope | undefined {
  const [headers, itemHeaders, event] = text.split("\n", 3).map(objectIn);
  const id = headers?.["event_id"];
  if (typeof id !== "string" || !/^[\da-f]{32}$/.test(id)) return undefined;
  if (itemHeaders?.["type"] !== "event" || event?.["event_id"] !== id) return undefined;
  const kept = Object.fromEntries(Object.entries(event).filter(([key]) => KEPT.includes(key)));
  return [{ event_id: id, sent_at: new Date().toISOString() }, [[{ type: "event" }, kept]]] as Envelope;
}

function objectIn(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
