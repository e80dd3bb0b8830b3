import { setImmediate } from "node:timers/promises";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { mayBeDone, problemOfFailure } from "../app/storage-problem.ts";
import type { Method, MethodContext, MethodResult } from "./method.ts";
import { METHODS } from "./methods.ts";
import { methodErrorOf } from "./problem.ts";
import { CALENDARS, CORE, TASKS } from "./wire/capabilities.ts";
import type { MethodError } from "./wire/errors.ts";
import type { JsonObject } from "./wire/json.ts";
import { resolveReferences } from "./wire/references.ts";
import type { ApiRequest, Invocation } from "./wire/request.ts";

/**
 * Runs the calls of a request in order (RFC 8620 §3.4). A failing call answers `error` and the next one runs; a bug
 * in one is reported and answers `serverFail`.
 */
export async function runCalls(
  context: MethodContext,
  calls: ApiRequest["calls"],
): Promise<readonly Invocation[]> {
  const responses: Invocation[] = [];
  const weights = new WeakMap<object, number>();
  const { requestSize: maxWeight, maxObjectsInGet } = context.app.limits;
  let room = maxObjectsInGet * FULL_LISTS;
  let since = performance.now();
  for (const { name, args, callId } of calls) {
    if (performance.now() - since > TURN_MS) {
      await setImmediate();
      since = performance.now();
    }
    // A call that is refused is not run either: a change must not be made and called refused.
    const asked =
      room < 0
        ? failed<MethodError>(TOO_MUCH)
        : await runCall(context, name, args, (given) =>
            resolveReferences(given, { responses, maxWeight, weights }),
          );
    room -= listedIn(asked);
    const result = room < 0 ? failed<MethodError>(TOO_MUCH) : asked;
    responses.push(
      result.ok
        ? { name, args: result.value as JsonObject, callId }
        : { name: "error", args: result.problem as unknown as JsonObject, callId },
    );
    for (const { name: method, answer } of context.implicit.splice(0))
      responses.push({ name: method, args: answer as JsonObject, callId });
  }
  return responses;
}

/** A request answers at most this many lists of the length that one call may have: what it holds stays in memory to its end. */
const FULL_LISTS = 4;
const TOO_MUCH: MethodError = {
  type: "requestTooLarge",
  description: `the calls of one request list more than ${FULL_LISTS} times maxObjectsInGet`,
};
/** ms of one request after which others get a turn */
const TURN_MS = 20;

const PARTLY = { type: "serverPartialFail" } as const;

/** How many records an answer lists. */
function listedIn(result: MethodResult): number {
  const list = result.ok ? result.value["list"] : undefined;
  return Array.isArray(list) ? list.length : 0;
}

async function runCall(
  context: MethodContext,
  name: string,
  args: JsonObject,
  resolve: (args: JsonObject) => Result<JsonObject, MethodError>,
): Promise<MethodResult> {
  const method = methodNamed(context, name);
  if (!method) return failed({ type: "unknownMethod" });
  const resolved = resolve(args);
  if (!resolved.ok) return resolved;
  try {
    const result = await method.call(context, resolved.value);
    return result.ok ? ok(result.value) : result;
  } catch (error) {
    const failure = problemOfFailure(error);
    // RFC 8620 §3.6.2: the client has to look what became of it, or may ask again.
    if (failure) return failed({ ...methodErrorOf(failure), ...(mayBeDone(error) && PARTLY) });
    context.report(error);
    return failed({
      type: "serverFail",
      code: "internal",
      description: "an error of the server, reported to its keeper",
    });
  }
}

/** Methods of capabilities that the request does not name in `using` do not exist for it (RFC 8620 §1.8). */
function methodNamed(context: MethodContext, name: string): Method | undefined {
  const method = METHODS.get(name);
  if (!method || !context.using.has(method.capability)) return undefined;
  return context.actor.scope === undefined || isOfCalendars(name, method) ? method : undefined;
}

/** What a limited app password finds: calendars, their events and tasks, and none of what is its owner's beside them. */
const isOfCalendars = (name: string, { capability }: Method): boolean =>
  (capability === CORE || capability === CALENDARS || capability === TASKS) &&
  !/^(?:CalendarEventNotification|ParticipantIdentity|PushSubscription|Blob)\//.test(name);
