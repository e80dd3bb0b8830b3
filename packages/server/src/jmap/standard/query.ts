import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Answer } from "../method.ts";
import type { MethodError } from "../wire/errors.ts";

interface Window {
  readonly position: number;
  readonly anchor?: string | null | undefined;
  readonly anchorOffset: number;
  readonly limit?: number | null | undefined;
  readonly calculateTotal: boolean;
}

/** The part of all matching ids that a /query asks for (RFC 8620 §5.5); never more than `maxLimit`. */
export function queryWindow(
  ids: readonly string[],
  window: Window,
  maxLimit: number,
): Result<Answer, MethodError> {
  const anchored = typeof window.anchor === "string" ? ids.indexOf(window.anchor) : undefined;
  if (anchored === -1) return failed({ type: "anchorNotFound" });
  const position =
    anchored === undefined
      ? fromStart(window.position, ids.length)
      : Math.max(0, anchored + window.anchorOffset);
  const limit = Math.min(window.limit ?? maxLimit, maxLimit);
  return ok({
    position,
    ids: ids.slice(position, position + limit),
    ...(window.calculateTotal ? { total: ids.length } : {}),
    ...(limit === window.limit ? {} : { limit }),
  });
}

/** A negative position counts from the end. */
const fromStart = (position: number, total: number): number =>
  position < 0 ? Math.max(0, total + position) : position;
