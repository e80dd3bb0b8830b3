import type { Actor } from "../../app/actor.ts";
import { endlessResponse } from "../../http/endless.ts";
import { problemResponse } from "../wire/errors.ts";
import type { PushHub } from "./push-hub.ts";
import { pushOptions } from "./push-options.ts";

/** The most tabs and devices of one person that may listen at once. */
const MAX_CONNECTIONS = 64;

/**
 * GET /jmap/eventsource/ (RFC 8620 §7.3).
 * @param isType whether the server has a type of this name
 */
export async function openEventSource(
  hub: PushHub,
  request: Request,
  actor: Actor,
  isType: (name: string) => boolean,
): Promise<Response> {
  const options = pushOptions(request, isType);
  if (!options.ok) return problemResponse(options.problem);
  if (hub.connectionsOf(actor) >= MAX_CONNECTIONS) {
    const detail = `at most ${MAX_CONNECTIONS} event sources at once`;
    return problemResponse(
      { type: "http", status: 429, code: "too-many-attempts", detail },
      { "Retry-After": "30" },
    );
  }
  return endlessResponse((await hub.open(actor, options.value)).source, {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store",
    // Asks nginx not to hold events back.
    "X-Accel-Buffering": "no",
  });
}
