import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { RequestError } from "../wire/errors.ts";

/** A client's options for its event source (RFC 8620 §7.3). */
export interface PushOptions {
  /** Null: all. */
  readonly types: ReadonlySet<string> | null;
  readonly closeAfterState: boolean;
  /** Seconds, 0 for none. */
  readonly ping: number;
  readonly lastEventId: string | null;
}

/** RFC 8620 §7.3 allows no lower bound above 30 and no upper bound below 300. */
const MIN_PING = 5;
const MAX_PING = 900;
const MAX_TYPES = 64;

/**
 * Reads the variables of the event source's URL; `ping` is limited to 5 to 900 seconds. Besides those of the RFC
 * there is `lasteventid`, which means the same as the header `Last-Event-ID`, and gives way to it.
 *
 * `types` must be type names or `*`. A client may name types of other capabilities, such as `Email`, besides the ones that
 * are here; if it names none that is here, nothing would ever be sent, and it is told so.
 * @param isType whether the server has a type of this name
 */
export function pushOptions(
  request: Request,
  isType: (name: string) => boolean,
): Result<PushOptions, RequestError> {
  const query = new URL(request.url).searchParams;
  const types = query.get("types") ?? "*";
  const closeAfter = query.get("closeafter") ?? "no";
  const ping = query.get("ping") ?? "0";
  if (closeAfter !== "state" && closeAfter !== "no") return malformed("closeafter must be state or no");
  if (!/^\d{1,9}$/.test(ping)) return malformed("ping must be a number of seconds");
  const names = types.split(",").map((name) => name.trim());
  if (names.length > MAX_TYPES) return malformed("too many types");
  const odd = names.find((name) => !/^(?:\*|[A-Za-z]\w{0,63})$/.test(name));
  if (odd !== undefined) return malformed("types must be names of types, separated by commas, or *");
  if (!names.includes("*") && !names.some(isType)) return malformed("types names no type that is known here");
  return ok({
    types: names.includes("*") ? null : new Set(names),
    closeAfterState: closeAfter === "state",
    ping: Number(ping) === 0 ? 0 : Math.min(MAX_PING, Math.max(MIN_PING, Number(ping))),
    // A page that opens an EventSource can't set the header.
    lastEventId: request.headers.get("Last-Event-ID") ?? query.get("lasteventid"),
  });
}

const malformed = (detail: string) =>
  failed<RequestError>({ type: "http", status: 400, code: "malformed-request", detail });
